/** Gomoku: points and stones on boards of any size, the winning row, and forbidden points. */

import { describe, expect, it } from "vitest";

import { gameView as gomoku } from "./view";
import { rules } from "./rules";
import type { Settings } from "../../protocol";
import { centre, drawn, pieces } from "../../../tests/drawings";

function empty(size: number): string {
  return Array(size).fill(size).join("/");
}

describe("the board", () => {
  it.each([5, 15, 20])("with %s lines names its points from the bottom left, including i", (size) => {
    const board = gomoku.draw(`${empty(size)} x`, null);
    expect(board.spots.length).toBe(size * size);
    const last = "abcdefghijklmnopqrst"[size - 1];
    const corners = [`a${size}`, `${last}${size}`, "a1", `${last}1`];
    expect([0, size - 1, size * (size - 1), size * size - 1].map((index) => board.spots[index]?.id)).toEqual(corners);
    expect(board.labels.map(({ text }) => text)).toEqual([..."abcdefghijklmnopqrst".slice(0, size), ...Array.from({ length: size }, (_, row) => String(size - row))]);
  });

  it("has the stones of the position", () => {
    expect(pieces(gomoku.draw("x14/15/15/15/15/15/15/7o7/15/15/15/15/15/15/12x1o x", null))).toEqual(["black@a15", "black@m1", "white@h8", "white@o1"]);
    expect(pieces(gomoku.draw(`10xo8/${Array(18).fill("20").join("/")}/o18x x`, null))).toEqual(["black@k20", "black@t1", "white@a1", "white@l20"]);
  });

  it.each([
    [15, ["d4", "l4", "h8", "d12", "l12"]],
    [20, ["d4", "q4", "d17", "q17"]],
    [9, ["c3", "g3", "e5", "c7", "g7"]],
  ])("with %s lines has star points", (size, names) => {
    const board = gomoku.draw(`${empty(size)} x`, null);
    expect(board.dots.map(({ x, y }) => `${x} ${y}`).sort()).toEqual(names.map((name) => centre(board, name).join(" ")).sort());
  });

  it("previews a stone and numbers stones one by one", () => {
    expect([0, 1].map((seat) => gomoku.stoneOf?.("h8", seat))).toEqual(["black", "white"]);
    expect(pieces(drawn(gomoku, `${empty(15)} x`, { pendingMove: "h8" }))).toEqual(["black@h8"]);
    expect(gomoku.isNumbered?.("h8")).toBe(true);
  });
});

describe("the winning row", () => {
  const rows = { across: "9/9/9/xxxxx4/9/oooo5/9/9/9 o", up: "4o4/4o4/4o4/4o4/4o4/xxxxx4/9/9/9 x", rising: "8o/7o1/6o2/5o3/4o4/9/9/9/9 x", falling: "9/9/9/9/x8/1x7/2x6/3x5/4x4 o" };

  it.each([
    ["across", ["a6", "b6", "c6", "d6", "e6"]],
    ["up", ["e9", "e8", "e7", "e6", "e5"]],
    ["rising", ["e5", "f6", "g7", "h8", "i9"]],
    ["falling", ["a5", "b4", "c3", "d2", "e1"]],
  ] as const)("goes %s", (direction, line) => {
    expect(gomoku.winningSpots?.(rows[direction]).toSorted()).toEqual(line.toSorted());
  });

  it("is empty before a win and does not wrap around the edge", () => {
    expect(gomoku.winningSpots?.("9/9/9/xxxx5/9/oooo5/9/9/9 o")).toEqual([]);
    expect(gomoku.winningSpots?.("9/9/9/6xxx/xx7/9/9/9/9 o")).toEqual([]);
  });

  const six = { black: "9/9/9/xxxxxx3/9/9/9/9/9 o", white: "9/9/9/oooooo3/9/9/9/9/9 x" };
  const longRows: [Settings, "black" | "white", number][] = [
    [{}, "black", 6],
    [{ rule: "standard" }, "black", 0],
    [{ rule: "standard" }, "white", 0],
    [{ rule: "renju" }, "black", 0],
    [{ rule: "renju" }, "white", 6],
  ];
  it.each(longRows)("with %o and six stones of %s has length %s", (settings, side, count) => {
    expect(gomoku.winningSpots?.(six[side], settings).length).toBe(count);
  });

  it("may consist of two rows with a common stone", () => {
    expect(gomoku.winningSpots?.("9/9/9/xxxxx4/x8/x8/x8/x8/9 o").length).toBe(9);
  });
});

describe("forbidden points", () => {
  const position = "4o4/4x4/3oxo3/2o1x4/oxxx5/3o5/9/9/9 x";
  const open = gomoku.draw(position, null).spots.map(({ id }) => id).filter((id) => !pieces(gomoku.draw(position, null)).some((piece) => piece.endsWith(`@${id}`)));

  it("are the empty points without a legal move, if legal moves are known", () => {
    expect(drawn(gomoku, position, { legal: open.filter((id) => id !== "e5") }).forbiddenSpots).toEqual(["e5"]);
    expect(drawn(gomoku, position, { legal: open }).forbiddenSpots).toBeUndefined();
    expect(drawn(gomoku, position).forbiddenSpots).toBeUndefined();
    expect(drawn({ ...gomoku, marksForbidden: false }, position, { legal: ["a1"] }).forbiddenSpots).toBeUndefined();
  });

  it("are explained by three pictures of renju", () => {
    const fouls = rules.pictures.filter(({ forbidden }) => forbidden);
    expect(fouls.map(({ settings }) => settings?.rule)).toEqual(["renju", "renju", "renju"]);
  });
});
