/**
 * A position of Go as text: rows from the top (`x` black, `o` white, dead stones as capitals, numbers for empty points),
 * side, ko point, passes in a row, stones captured of black and of white; then `resumed`, or of a marking the side that
 * goes on with play, and who is done. Pure.
 */

import { letter } from "../boards/model";
import { memoized } from "../boards/memoize";

/** A side by its seat: 0 is black. */
export type Side = 0 | 1;

/** `next`: the side that moves next if play goes on; `done`: who agrees; `dead`: points by index. */
export interface Marking {
  next: Side;
  done: [boolean, boolean];
  dead: number[];
}

/** Points are numbered by rows from the top left, from 0. */
export interface Position {
  size: number;
  stones: (Side | null)[];
  side: Side;
  ko: number | null;
  passes: number;
  /** How many stones of black and of white have been captured. */
  captured: [number, number];
  /** Whether play goes on after a marking: the next two passes end the game. */
  resumed: boolean;
  marking: Marking | null;
}

const SIDES = ["x", "o"] as const;

function sideOf(letter: string | undefined): Side {
  return letter === "o" ? 1 : 0;
}

/** A sign a point; `.` is empty. */
function signsOf(row: string): string[] {
  return [...row.replace(/\d+/g, (gap) => ".".repeat(Number(gap)))];
}

/** The name of a point: `D4`, columns without I. */
export function pointName(index: number, size: number): string {
  return letter(index % size, "i").toUpperCase() + String(size - Math.floor(index / size));
}

/** The point of this name; null: it names none. */
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

/** Whether stones are being marked: both have passed, and not both agree. */
export function isBeingMarked({ marking }: Position): boolean {
  return marking !== null && !marking.done.every(Boolean);
}

/** Whether both sides have passed for good: the board can be counted and is not played on. */
export function isOver(position: Position): boolean {
  return position.passes >= 2 && !isBeingMarked(position);
}
