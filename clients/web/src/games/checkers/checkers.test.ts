import { describe, expect, it } from "vitest";

import { choices, completedMoves } from "../boards/pick";
import { gameView as checkers } from "./view";
import { pieces } from "../../../tests/drawings";

const START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";

describe("the board", () => {
  it("has 32 squares with 1 at the upper left, rotated for black", () => {
    const place = (viewer: number | null, id: string) => {
      const spot = checkers.draw(START, viewer).spots.find((one) => one.id === id);
      return [spot?.x, spot?.y];
    };
    expect(checkers.draw(START, null).spots.length).toBe(32);
    expect([place(null, "1"), place(null, "4"), place(null, "5"), place(null, "32")]).toEqual([[15, 5], [75, 5], [5, 15], [65, 75]]);
    expect([place(1, "1"), place(0, "1"), place(0, "32")]).toEqual([[15, 5], [65, 75], [15, 5]]);
  });

  it("shows men and kings, and the captures of each side", () => {
    const drawing = checkers.draw("W:W21,K22:B1", null);
    expect(pieces(drawing)).toEqual(["custom-black@1", "custom-white@21", "custom-whiteK@22"]);
    expect(drawing.pieces.map(({ text }) => text)).toEqual([undefined, undefined, "K"]);
    expect(checkers.tallies?.("W:W21,K22:B1").map(({ captures }) => captures?.count)).toEqual([10, 11]);
  });
});

describe("a capture", () => {
  const position = "B:W18,26,27,32:B15";
  const legal = ["15x22x31"];

  it("is clicked square by square", () => {
    expect([...choices(checkers, legal, ["15"], position).targets]).toEqual(["22"]);
    expect(completedMoves(checkers, legal, ["15", "22", "31"], position)).toEqual(legal);
    expect(checkers.partialPosition?.(position, ["15", "22"], "15x22x31")).toBe("B:W26,27,32:B22");
  });

  it("is marked as compulsory", () => {
    expect(["15x22x31", "15-19"].map((move) => checkers.mustCapture?.(move))).toEqual([true, false]);
  });

  it("removes every jumped piece and crowns", () => {
    expect(checkers.positionAfter?.(position, "15x22x31")).toBe("W:W27,32:BK31");
    expect(checkers.positionAfter?.("W:WK14:B9,K10,17,18", "14x23")).toBe("B:WK23:B9,K10,17");
    expect(checkers.positionAfter?.("B:W21:BK1:H7", "1-6")).toBe("W:W21:BK6");
  });

  it("may return to its first square", () => {
    expect(checkers.positionAfter?.("B:W6,7,14,15,32:BK1", "1x10x19")).toBe("W:W7,14,32:BK19");
    expect(checkers.positionAfter?.("B:W6,7,14,15,32:BK2", "2x11x18x9x2")).toBe("W:W32:BK2");
  });
});

it("reads a capture typed by its ends, with any separator", () => {
  const legal = ["15x22x31", "11-16"];
  for (const text of ["15x22x31", "15x31", "15-31", "15 22 31"]) expect(checkers.readMove?.(text, legal, START)).toEqual(["15x22x31"]);
  expect(checkers.readMove?.("11 16", legal, START)).toEqual(["11-16"]);
  expect(checkers.readMove?.("15x22", legal, START)).toEqual([]);
});

it("lists the targets that a piece might have after any reply", () => {
  expect(checkers.premoveTargets?.(START, "11")?.toSorted()).toEqual(["15", "16", "18", "20"]);
  expect(checkers.premoveTargets?.("B:WK32:B1", "32")?.toSorted()).toEqual(["23", "27", "28"]);
  expect(checkers.premoveTargets?.(START, "15")).toEqual([]);
});
