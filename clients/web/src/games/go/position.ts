/**
 * A position of Go as text: rows from the top (`x` black, `o` white, dead stones as capitals, numbers for empty points),
 * side to move, ko point, consecutive passes, captured stones of black and of white; then `resumed`, or during a marking the
 * side that would move next, and the sides that have agreed. Pure.
 */

import { letter } from "../boards/model";
import { memoized } from "../boards/memoize";

/** A side is a seat: 0 is black. */
export type Side = 0 | 1;

/** `next`: the side to move if play resumes; `done`: whether each side has agreed; `dead`: the indices of dead stones. */
export interface Marking {
  next: Side;
  done: [boolean, boolean];
  dead: number[];
}

/** Points are numbered from 0 at the top left, by rows. */
export interface Position {
  size: number;
  stones: (Side | null)[];
  side: Side;
  ko: number | null;
  passes: number;
  /** The numbers of captured stones of black and of white. */
  captured: [number, number];
  /** Whether play has resumed after a marking, so that the next two passes end the game. */
  resumed: boolean;
  marking: Marking | null;
}

const SIDES = ["x", "o"] as const;

function sideOf(letter: string | undefined): Side {
  return letter === "o" ? 1 : 0;
}

/** One sign per point; `.` is empty. */
function signsOf(row: string): string[] {
  return [...row.replace(/\d+/g, (gap) => ".".repeat(Number(gap)))];
}

/** The name of a point: `D4`, columns without I. */
export function pointName(index: number, size: number): string {
  return letter(index % size, "i").toUpperCase() + String(size - Math.floor(index / size));
}

/** The index of a point by its name; null: not a point. */
export function pointOf(name: string, size: number): number | null {
  const column = "ABCDEFGHJKLMNOPQRST".indexOf(name[0] ?? "");
  const row = size - Number(name.slice(1));
  return column >= 0 && column < size && row >= 0 && row < size ? row * size + column : null;
}

export const read = memoized((text: string): Position => {
  const [rows = "", side, ko = "-", passes, captures = "", next, done = ""] = text.split(" ");
  const size = rows.split("/").length;
  const [black = 0, white = 0] = captures.split(",").map(Number);
  const signs = rows.split("/").flatMap(signsOf);
  const dead = signs.flatMap((sign, index) => (sign === "X" || sign === "O" ? [index] : []));
  const isMarking = next === "x" || next === "o";
  return {
    size,
    stones: signs.map((sign) => (sign === "." ? null : sideOf(sign.toLowerCase()))),
    side: sideOf(side),
    ko: pointOf(ko, size),
    passes: Number(passes ?? 0),
    captured: [black, white],
    resumed: next === "resumed",
    marking: isMarking ? { next: sideOf(next), done: [done.includes("x"), done.includes("o")], dead } : null,
  };
});

export function write({ size, stones, side, ko, passes, captured, resumed, marking }: Position): string {
  const dead = new Set(marking?.dead);
  const signs = stones.map((stone, index) => (stone === null ? "." : dead.has(index) ? SIDES[stone].toUpperCase() : SIDES[stone]));
  const rows = Array.from({ length: size }, (_, row) => signs.slice(row * size, (row + 1) * size).join("").replace(/\.+/g, (gap) => String(gap.length)));
  const done = SIDES.filter((_, seat) => marking?.done[seat]).join("") || "-";
  const phase = marking ? [SIDES[marking.next], done] : resumed ? ["resumed"] : [];
  return [rows.join("/"), SIDES[side], ko === null ? "-" : pointName(ko, size), passes, captured.join(","), ...phase].join(" ");
}

/** Whether dead stones are being marked: both sides have passed, but have not both agreed. */
export function isBeingMarked({ marking }: Position): boolean {
  return marking !== null && !marking.done.every(Boolean);
}

/** Whether the game is over, so that the board can be scored. */
export function isOver(position: Position): boolean {
  return position.passes >= 2 && !isBeingMarked(position);
}
