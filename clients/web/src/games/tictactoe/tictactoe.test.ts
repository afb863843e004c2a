import { describe, expect, it } from "vitest";

import { gameView as tictactoe } from "./view";
import { centre, pieces } from "../../../tests/drawings";

describe("tic-tac-toe", () => {
  it("reads rows from the top and names ranks from the bottom", () => {
    expect(pieces(tictactoe.draw("x......o. x", null))).toEqual(["cross@a3", "ring@b1"]);
    const drawing = tictactoe.draw("......... x", null);
    expect(centre(drawing, "a1")[1]).toBeGreaterThan(centre(drawing, "a3")[1]);
  });

  it.each([
    ["xxx.o.o.. o", ["a3", "b3", "c3"]],
    ["o.xxo.x.o x", ["a3", "b2", "c1"]],
    ["xoxoxo... o", []],
  ])("marks the winning line of %s", (position, line) => {
    expect(tictactoe.winningSpots?.(position).toSorted()).toEqual(line.toSorted());
  });
});
