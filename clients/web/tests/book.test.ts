import { describe, expect, it } from "vitest";

import { lineOf, lineQuery, throwsFrom } from "../src/core/book";

describe("a line in an address", () => {
  it("comes back as it went, with plays of several men whole", () => {
    const line = ["13/7 8/7*", "bar/20 6/off(2)", "double"];
    expect(lineOf(lineQuery(line))).toEqual(line);
  });

  it("may be empty or missing", () => {
    expect([lineOf(lineQuery([])), lineOf(undefined)]).toEqual([[], []]);
  });
});

describe("the throws to choose from", () => {
  it("are one for each position", () => {
    expect(throwsFrom("00", { "1-1": "11", "1-2": "21", "2-1": "21" })).toEqual([
      { values: [1, 1], position: "11" },
      { values: [1, 2], position: "21" },
    ]);
  });

  it("leave out what is thrown again, as equal dice at the start of a game", () => {
    expect(throwsFrom("00", { "1-1": "00", "1-2": "black 21", "2-1": "white 21" }).map(({ values }) => values)).toEqual([[1, 2], [2, 1]]);
  });
});
