import { describe, expect, it } from "vitest";

import { gameView as othello } from "./view";
import { centre, pieces } from "../../../tests/drawings";

describe("othello", () => {
  const start = "---------------------------OX------XO--------------------------- X";

  it("shows the standard start: black on d5 and e4", () => {
    expect(pieces(othello.draw(start, null))).toEqual(["black@d5", "black@e4", "white@d4", "white@e5"]);
  });

  it("has row 1 at the top", () => {
    const drawing = othello.draw(start, null);
    expect(centre(drawing, "a1")[1]).toBeLessThan(centre(drawing, "a8")[1]);
  });

  it("draws the 6×6 board", () => {
    const small = othello.draw("--------------OX----XO-------------- X", null);
    expect(small.spots.length).toBe(36);
    expect([small.width, small.labels.length, small.lines.length]).toEqual([68, 12, 14]);
    expect(small.dots.map(({ x, y }) => [x, y])).toEqual([[24, 24], [24, 44], [44, 24], [44, 44]]);
    expect(pieces(small)).toEqual(["black@c4", "black@d3", "white@c3", "white@d4"]);
  });

  it("counts discs", () => {
    expect(othello.tallies?.(start)).toEqual([{ score: 2 }, { score: 2 }]);
  });

  it("has no cell for a pass", () => {
    expect(othello.moveSpots("pass")).toEqual([]);
    expect(othello.moveSpots("f5")).toEqual(["f5"]);
  });
});
