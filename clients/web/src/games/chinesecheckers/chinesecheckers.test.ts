import { describe, expect, it } from "vitest";

import { nextSpot } from "../boards/keys";
import { choices, completedMoves } from "../boards/pick";
import { gameView as star } from "./view";
import { CELLS, cellsAt, goalOf, homeOf, parse } from "./star";

const START = "A/AA/AAA/AAAA/13/12/11/10/9/10/11/12/13/BBBB/BBB/BB/B 0 0 - -";
const SIX = "A/AA/AAA/AAAA/BBBB5FFFF/BBB6FFF/BB7FF/B8F/9/C8E/CC7EE/CCC6EEE/CCCC5EEEE/DDDD/DDD/DD/D 0 0 - -";

/** The cells as drawn, from top to bottom and within a row from the left. */
function cellsAsDrawn(position: string, viewer: number | null): string[] {
  return [...star.draw(position, viewer).spots].sort((a, b) => a.y - b.y || a.x - b.x).map(({ id }) => id);
}

describe("the star", () => {
  it("has 121 cells, ten in each of six points", () => {
    expect(CELLS.length).toBe(121);
    for (let point = 0; point < 6; point++) expect(cellsAt(point).length).toBe(10);
    expect(goalOf(2, 0)).toEqual(cellsAt(3));
  });

  it("shows the viewer's home at the bottom", () => {
    expect([cellsAsDrawn(START, null).at(-1), cellsAsDrawn(START, 0).at(-1), cellsAsDrawn(START, 1).at(-1)]).toEqual(["a1", "a1", "q1"]);
    expect(cellsAsDrawn(START, 0).slice(0, 3)).toEqual(["q1", "p1", "p2"]);
    expect(cellsAsDrawn(START, 1).slice(0, 3)).toEqual(["a1", "b2", "b1"]);
    for (let seat = 0; seat < 6; seat++) expect([...cellsAsDrawn(SIX, seat).slice(-10)].sort()).toEqual([...cellsAt(homeOf(6, seat))].sort());
  });

  it("keeps seats, homes and goals after seats have left with their pegs", () => {
    const left = "A/AA/AAA/AAAA/BBBB9/BBB9/BB9/B9/9/C9/CC9/CCC9/CCCC9/DDDD/DDD/DD/D 0 9 - 54";
    const { pieces, goals } = star.draw(left, 5);
    expect([parse(left).seats, pieces.length, goals.length]).toEqual([6, 40, 60]);
    expect([...cellsAsDrawn(left, 5).slice(-10)].sort()).toEqual([...cellsAt(5)].sort());
  });

  it("keeps its cells inside the drawing and separate", () => {
    const { spots, width, height } = star.draw(SIX, 2);
    for (const { x, y, half } of spots) expect(x >= half && y >= half && x <= width - half && y <= height - half).toBe(true);
    const distances = spots.flatMap((a, index) => spots.slice(index + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)));
    expect(Math.min(...distances)).toBeGreaterThan(9.8);
  });

  it("labels each row with its letter and its number of cells, for every seat", () => {
    for (let seat = 0; seat < 6; seat++) {
      const { spots, labels, width, height } = star.draw(SIX, seat);
      expect(labels.length).toBe(34);
      const nearest = labels.map(({ x, y }) => spots.reduce((best, spot) => (Math.hypot(spot.x - x, spot.y - y) < Math.hypot(best.x - x, best.y - y) ? spot : best)));
      labels.forEach(({ text, x, y }, at) => {
        const { id } = nearest[at]!;
        expect(text).toBe(at % 2 === 0 ? id[0] : id.slice(1));
        expect(x > 2 && y > 2 && x < width - 2 && y < height - 2).toBe(true);
        expect(Math.hypot(nearest[at]!.x - x, nearest[at]!.y - y)).toBeGreaterThan(6.5);
      });
    }
  });

  it.each([["d2", "ArrowUp", ["e6", "e7"]], ["e6", "ArrowDown", ["d1", "d2"]], ["g5", "ArrowLeft", ["g4"]], ["a1", "ArrowUp", ["b1", "b2"]], ["e1", "ArrowUp", ["f1"]]])("lets arrow keys move from cell to cell: from %s by %s", (from, key, to) => {
    const drawing = star.draw(START, 0);
    expect(to).toContain(nextSpot(drawing, new Set(drawing.spots.map(({ id }) => id)), from, key));
  });

  it("gives each of six seats its own look and tints its goal", () => {
    const { pieces, goals } = star.draw(SIX, 0);
    expect(new Set(pieces.map(({ look }) => look)).size).toBe(6);
    expect(goals.find(({ spot }) => spot === "q1")?.seat).toBe(0);
    expect(pieces.length).toBe(60);
  });
});

describe("a chain of hops", () => {
  const position = "1/AA/AAA/AA2/13/5A6/5A5/5A4/4B4/10/11/12/13/BBBB/BBB/BB/1 0 12 - -";
  const legal = ["g6-i6", "g6-i6-i4", "g6-h5"];

  it("is selected by clicking its first and last cell", () => {
    expect([...choices(star, legal, ["g6"], position).targets].sort()).toEqual(["h5", "i4", "i6"]);
    expect(completedMoves(star, legal, ["g6", "i4"], position)).toEqual(["g6-i6-i4"]);
  });

  it("marks all its cells as the last move and moves the peg", () => {
    expect(star.lastMoveSpots?.("g6-i6-i4", position)).toEqual(["g6", "i6", "i4"]);
    const after = parse(star.positionAfter?.(position, "g6-i6-i4") ?? "");
    expect([after.pegs.get("g6"), after.pegs.get("i4"), after.pegs.size]).toEqual([undefined, 0, 20]);
  });

  it("can be typed by its ends, which abbreviate long chains in the list", () => {
    for (const text of ["g6-i4", "g6 i4", "G6-i6-I4", "g6-k2-i4"]) expect(star.readMove?.(text, legal, position)).toEqual(["g6-i6-i4"]);
    expect(star.readMove?.("g6-i5", legal, position)).toEqual([]);
    expect(["a1-c3", "a1-c3-e5-g7"].map((move) => star.notation?.(move, position, "en"))).toEqual([undefined, "a1-…-g7"]);
  });

  it("leaves the board unchanged after a pass", () => {
    expect(star.positionAfter?.(position, "pass")).toBe(position);
    expect([star.moveSpots("pass"), star.lastMoveSpots?.("pass", position)]).toEqual([[], []]);
  });
});

it("notes in games of two that pegs must leave home", () => {
  const notes = (text: string, viewer: number | null) => star.notes?.(text, viewer, "en", {}) ?? [];
  const late = START.replace("0 0 -", "0 60 -");
  expect([notes(late, 0).length, notes(late, null).length, notes(late, 1).length, notes(START, 0).length]).toEqual([1, 1, 0, 0]);
  expect(notes(SIX.replace("0 0 -", "0 60 -"), 0)).toEqual([]);
});

it("marks the goal of the seat that finished first", () => {
  expect(star.winningSpots?.(START, {})).toEqual([]);
  expect(star.winningSpots?.("1/2/3/4/13/12/11/10/9/10/3BBBB4/3BBBBBB3/13/AAAA/AAA/AA/A 1 90 0 -", {})).toEqual(cellsAt(3));
});
