/** Go: positions as text, stones and marks, territory, and the position after a move, before the server has answered. */

import { describe, expect, it } from "vitest";

import { gameView as go } from "./view";
import { rules } from "./rules";
import { pointName, pointOf, read, write } from "./position";
import { areas, komiOf, leadOf } from "./territory";
import { texts } from "./texts";
import { pieces } from "../../../tests/drawings";

const EMPTY = `${Array(19).fill("19").join("/")} x - 0 0,0`;
/** Two walls: black owns the left side, with a dead white stone in it, and white the right side. */
const WALLS = "4xo3/4xo3/4xo3/4xo3/1o2xo3/4xo3/4xo3/4xo3/4xo3";
const MARKED = WALLS.replace("1o2", "1O2");
const MARKING = `${MARKED} o - 2 0,3 x x`;
const KO = "9/9/9/3xo4/2xo1o3/3xo4/9/9/9 x E5 0 1,0";

describe("a position", () => {
  it.each([EMPTY, KO, MARKING, `${WALLS} x - 1 2,10 resumed`, `${WALLS} x - 2 0,0 x xo`, go.sample, ...rules.pictures.map(({ position }) => position)])("is read and written: %s", (text) => {
    expect(write(read(text))).toBe(text);
  });

  it("names its points from the bottom left, without I", () => {
    expect([0, 8, 18, 342, 360].map((index) => pointName(index, 19))).toEqual(["A19", "J19", "T19", "A1", "T1"]);
    for (const index of [0, 8, 100, 360]) expect(pointOf(pointName(index, 19), 19)).toBe(index);
    expect([pointOf("I3", 19), pointOf("K1", 9), pointOf("A10", 9), pointOf("-", 9)]).toEqual([null, null, null, null]);
  });
});

describe("the board", () => {
  it("has stones, marks for ko and dead stones, and territory after two passes", () => {
    expect(pieces(go.draw("9/9/9/9/9/9/9/9/x7o x - 0 0,0", null))).toEqual(["black@A1", "white@J1"]);
    expect(go.draw(KO, null)).toMatchObject({ koSpots: ["E5"], deadSpots: [], territory: [] });
    const marked = go.draw(MARKING, null);
    expect(marked.deadSpots).toEqual(["B5"]);
    const counts = marked.territory?.map(({ look, spots }) => `${look} ${spots.length}`);
    expect(counts).toEqual(["black 35", "white 27"]);
    expect(marked.territory?.[0]?.spots).not.toContain("B5");
  });

  it("shares its unchanged parts, so that only stones are redrawn", () => {
    const [one, other] = [go.draw(EMPTY, null), go.draw(EMPTY.replace("19", "x18"), null)];
    expect(other.spots).toBe(one.spots);
    expect(other.labels).toBe(one.labels);
    expect(go.draw(EMPTY, 0)).toBe(one);
    expect([one.spots.length, one.lines.length, one.dots.length]).toEqual([361, 0, 9]);
  });

  it.each([[5, 5], [7, 5], [9, 5], [13, 5], [19, 9]])("with %s lines has %s star points", (size, count) => {
    const board = go.draw(`${Array(size).fill(size).join("/")} x - 0 0,0`, null);
    const points = board.spots.filter(({ x, y }) => board.dots.some((dot) => dot.x === x && dot.y === y));
    expect([points.length, board.dots.length]).toEqual([count, count]);
  });
});

describe("territory", () => {
  it("counts stones and the points they surround, without dead stones", () => {
    expect(areas(read(MARKING))).toEqual([45, 36]);
    // If the stone is alive, its region belongs to neither side.
    expect(areas(read(`${WALLS} x - 2 0,0 x -`))).toEqual([9, 37]);
  });

  it("is empty on an empty board", () => {
    expect(areas(read(EMPTY))).toEqual([0, 0]);
  });

  it("gives the lead, with komi", () => {
    expect(leadOf(read(MARKING), {})).toBe(2);
    expect(leadOf(read(MARKING), { komi: "9.5" })).toBe(-0.5);
    expect([komiOf(9, {}), komiOf(19, {}), komiOf(19, { handicap: 3 }), komiOf(19, { handicap: 3, komi: "0" })]).toEqual([7, 7.5, 0.5, 0]);
  });
});

describe("a move", () => {
  it("captures chains without liberties and counts the stones", () => {
    const before = "9/9/9/4x4/3xox3/9/9/9/9 x - 1 0,2";
    expect(go.positionAfter?.(before, "E4")).toBe("9/9/9/4x4/3x1x3/4x4/9/9/9 o - 0 0,3");
    expect(go.positionAfter?.(before, "A1")).toBe("9/9/9/4x4/3xox3/9/9/9/x8 o - 0 0,2");
    expect(go.positionAfter?.(before, "pass")).toBe("9/9/9/4x4/3xox3/9/9/9/9 o - 2 0,2");
  });

  it("captures two groups at once, also in the corner", () => {
    expect(go.positionAfter?.("9/9/9/9/9/x8/ox7/1ox6/x8 x - 0 0,0", "B1")).toBe("9/9/9/9/9/x8/ox7/1ox6/xx7 o - 0 0,0");
    expect(go.positionAfter?.("9/9/9/9/9/x8/ox7/1ox6/1x7 x - 0 0,0", "A2")).toBe("9/9/9/9/9/x8/1x7/x1x6/1x7 o - 0 0,2");
  });

  it("of a marking toggles a group and withdraws all agreement", () => {
    const before = "9/9/9/9/9/9/oo7/xxo6/1xo6 o - 2 0,0 x x";
    const marked = go.positionAfter?.(before, "dead A2") ?? "";
    expect(marked).toBe("9/9/9/9/9/9/oo7/XXo6/1Xo6 o - 2 0,0 x -");
    expect(go.positionAfter?.(marked, "dead B1")).toBe(before.replace("x x", "x -"));
  });

  it("of a marking agrees or resumes play", () => {
    expect(go.positionAfter?.(MARKING, "done")).toBe(`${MARKED} x - 2 0,3 x xo`);
    expect(go.positionAfter?.(MARKING, "resume")).toBe(`${WALLS} x - 0 0,3 resumed`);
  });

  it("is a click on a point or a button; only stones have a preview", () => {
    expect(["T19", "dead D4", "pass", "done"].map((move) => go.moveSpots(move))).toEqual([["T19"], ["D4"], [], []]);
    expect(["T19", "dead D4", "pass", "done"].map((move) => go.stoneOf?.(move, 1))).toEqual(["white", undefined, undefined, undefined]);
    expect(go.splitMoves?.("D4 pass dead D4 done")).toEqual(["D4", "pass", "dead D4", "done"]);
    expect(go.readMove?.("d4", ["dead D4", "dead D5", "done"], MARKING)).toEqual(["dead D4"]);
  });
});

describe("the notes", () => {
  it("say who agrees to a marking, and its score", () => {
    const [mine, agreed, lead] = go.notes?.(MARKING, 1, "en", {}) ?? [];
    expect(mine).toContain("a whole group");
    expect([agreed, lead]).toEqual(["Black has agreed to this marking.", "With this marking Black leads by 2."]);
    expect(go.notes?.(MARKING, 0, "en", { komi: "9" })).toEqual(["White is marking the dead stones.", agreed, "Do not leave yet: White may still change the marking. Then it is your turn again.", "With this marking the game is even."]);
    expect(go.notes?.(MARKING, null, "zh-Hant", {})?.at(-1)).toBe("按此標法，黑方領先 2 目。");
  });

  it("have the count after the end, and say that play has resumed", () => {
    expect(go.notes?.(MARKING.replace(" o - 2 0,3 x x", " x - 2 0,3 x xo"), null, "en", {})).toEqual(["Area: Black 45, White 36 + 7 komi."]);
    expect(go.notes?.(`${WALLS} x - 2 0,0 resumed`, null, "en", { komi: "0" })).toEqual(["Area: Black 9, White 37."]);
    expect(go.notes?.(`${WALLS} x - 0 0,0 resumed`, 0, "en", {})?.[0]).toContain("The next two passes end the game");
    expect(go.notes?.(EMPTY, 0, "en", {})).toEqual([]);
  });

  it("ask before the pass after which the board is counted", () => {
    expect(go.question?.("pass", EMPTY.replace("- 0", "- 1"), "en")).toContain("counted");
    expect(go.question?.("pass", EMPTY, "en")).toBeUndefined();
    expect(go.question?.("D4", EMPTY.replace("- 0", "- 1"), "en")).toBeUndefined();
  });

  it("have the result in points", () => {
    const endTexts = (word: string) => [texts.en, texts["zh-Hans"]].map(({ endOf }) => endOf?.(word));
    expect(endTexts("B+3.5")).toEqual(["Black wins by 3.5 points", "黑胜 3.5 目"]);
    expect(endTexts("W+1")).toEqual(["White wins by 1 point", "白胜 1 目"]);
    expect(endTexts("0")).toEqual([undefined, undefined]);
  });

  it("count each side's captured stones", () => {
    expect(go.tallies?.("9/9/9/9/9/9/9/9/9 x - 0 1,2").map(({ captures }) => captures)).toEqual([{ look: "white", count: 2 }, { look: "black", count: 1 }]);
  });
});
