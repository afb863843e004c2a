import { describe, expect, it } from "vitest";

import { formatLine, parseLine, throwsFrom } from "../src/features/books/book";

describe("a line in the URL", () => {
  it("is parsed as it was formatted, even if a move contains blanks", () => {
    const line = ["13/7 8/7*", "bar/20 6/off(2)", "double"];
    expect(parseLine(formatLine(line))).toEqual(line);
  });

  it("may be empty or missing", () => {
    expect([parseLine(formatLine([])), parseLine(undefined)]).toEqual([[], []]);
  });
});

describe("the throws to choose from", () => {
  it("are one for each position", () => {
    expect(throwsFrom("00", { "1-1": "11", "1-2": "21", "2-1": "21" })).toEqual([
      { values: [1, 1], position: "11" },
      { values: [1, 2], position: "21" },
    ]);
  });

  it("leave out throws that are repeated, such as equal dice at the start of a game", () => {
    expect(throwsFrom("00", { "1-1": "00", "1-2": "black 21", "2-1": "white 21" }).map(({ values }) => values)).toEqual([[1, 2], [2, 1]]);
  });
});
