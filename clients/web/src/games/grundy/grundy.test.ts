import { describe, expect, it } from "vitest";

import { isButtonMove, completedMoves } from "../boards/pick";
import { spotsOfMoves, withHalos } from "../boards/scene";
import { gameView as grundy } from "./view";
import { nimValue } from "./heaps";
import { explain } from "./texts";

describe("the heaps", () => {
  it("are drawn as rows of ten numbered counters; unsplittable heaps are only counted", () => {
    const drawing = grundy.draw("12,3,2,2,1 0", null);
    expect(drawing.pieces.length).toBe(15);
    expect(drawing.pieces.map(({ text }) => text).slice(9, 14)).toEqual(["10", "11", "12", "1", "2"]);
    expect(drawing.labels.map(({ text }) => text)).toEqual(["2 (×2), 1 (×1)"]);
    const [first, , , last] = ["1-1", "1-10", "1-11", "2-3"].map((id) => drawing.spots.find((spot) => spot.id === id));
    expect(first && last && first.y < last.y).toBe(true);
  });

  it("do not overlap and lie inside the drawing", () => {
    for (const heaps of ["99", "99,50,50", "19,17,16,14,11,9,8,5", "5,5,5,5", "11,11,11,11,11,11"]) {
      const { spots, width, height } = grundy.draw(`${heaps} 0`, null);
      expect(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size).toBe(spots.length);
      for (const { x, y } of spots) expect(x > 0 && x < width && y > 0 && y < height).toBe(true);
    }
  });
});

describe("a click on a counter", () => {
  it("splits its heap there, from either end and in every heap of this size", () => {
    expect(grundy.paths?.("7>5+2", "7,7,3 0")).toEqual([[["1-2"]], [["1-5"]], [["2-2"]], [["2-5"]]]);
    expect(isButtonMove(grundy, "7>5+2", "7,7,3 0")).toBe(false);
    expect(completedMoves(grundy, ["7>5+2", "7>4+3", "3>2+1"], ["2-4"], "7,7,3 0")).toEqual(["7>4+3"]);
  });

  it("has a ring where it is best, from both ends", () => {
    const spots = spotsOfMoves(grundy, ["7>5+2"], "7,4 0");
    expect(spots).toEqual(["1-2", "1-5"]);
    expect(withHalos(grundy.draw("7,4 0", null), spots).halos).toHaveLength(2);
  });

  it("is named after its move, or after the heap if the parts would be equal", () => {
    const names = grundy.draw("4 0", null).spots.map(({ name }) => name);
    expect(names).toEqual(["4>3+1", "4", "4>3+1", "4"]);
  });

  it("shows a hint of the split and can be confirmed like a stone", () => {
    const hints = grundy.draw("20 0", null).spots.map(({ hint }) => hint);
    expect([hints[6], hints[12], hints[9]]).toEqual(["13 + 7", "13 + 7", undefined]);
    expect(grundy.stoneOf?.("20>13+7", 0)).toBeDefined();
  });

  it("leads to the new position and marks the last counters of both parts", () => {
    expect(grundy.positionAfter?.("9,7 0", "9>6+3")).toBe("7,6,3 1");
    expect(grundy.lastMoveSpots?.("9>6+3", "7,6,3 1")).toEqual(["2-6", "3-3"]);
    expect(grundy.lastMoveSpots?.("6>5+1", "5,1 1")).toEqual(["1-5"]);
    expect(grundy.lastMoveSpots?.("14>7+7", "7,7 1")).toEqual(["1-7", "2-7"]);
  });
});

describe("nim-values", () => {
  it("are the published ones", () => {
    const known = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3, 1, 2, 4, 1, 2, 4, 1, 2, 4];
    expect(known.map((_, heap) => nimValue(heap))).toEqual(known);
  });

  it("tell who wins", () => {
    expect(explain("20,7,5,2 0", "en").join(" ")).toMatch(/Heap 20 has nim-value 0, heap 7 has nim-value 0, heap 5 has nim-value 2\..* make 2, not 0: the side to move wins/);
    expect(explain("5,5 0", "en").join(" ")).toContain("make 0: the side to move loses");
    expect(explain("2,1 0", "en")).toEqual([]);
  });
});
