/** The board of gomoku: positions as text, and the rows that win. Pure. */

import type { Settings } from "../../protocol";
import { rowsOf } from "../boards/fen";
import { stoneBoards } from "../boards/lattice";
import { type Drawing, type Look, letter } from "../boards/model";
import { memoized } from "../boards/memoize";

export const LOOKS: readonly Look[] = ["black", "white"];
const SIDES = "xo";
const FIVE = 5;

const emptyBoard = stoneBoards(letter);

/** The seat of the stone on each spot. */
const stonesOf = memoized((position: string): ReadonlyMap<string, number> => {
  const cells = rowsOf(position).flat();
  const { spots } = emptyBoard(Math.round(Math.sqrt(cells.length)));
  return new Map(spots.flatMap(({ id }, index) => (cells[index] ? [[id, SIDES.indexOf(cells[index])]] : [])));
});

/** Draws a position; memoized, so that an unchanged position is drawn once. */
export const draw = memoized((position: string): Drawing => {
  const pieces = [...stonesOf(position)].map(([spot, side]) => ({ spot, look: LOOKS[side] ?? "black" }));
  return { ...emptyBoard(rowsOf(position).length), pieces };
});

const STEPS = [[1, 0], [0, 1], [1, 1], [1, -1]] as const;

/** The stones of the last mover that are part of a winning row; whether overlines win depends on the rule. */
export function winningSpots(position: string, { rule }: Settings = {}): string[] {
  const stones = stonesOf(position);
  const lastMover = position.endsWith("x") ? 1 : 0;
  const isExact = rule === "standard" || (rule === "renju" && lastMover === 0);
  const spotAt = (column: number, row: number) => `${letter(column)}${row}`;
  const has = (column: number, row: number) => column >= 0 && stones.get(spotAt(column, row)) === lastMover;
  const rows = [...stones.keys()].flatMap((spot) => {
    const [column, row] = [spot.charCodeAt(0) - "a".charCodeAt(0), Number(spot.slice(1))];
    return STEPS.map(([dx, dy]) => {
      const found: string[] = [];
      if (has(column - dx, row - dy)) return found;
      for (let [x, y] = [column, row]; has(x, y); x += dx, y += dy) found.push(spotAt(x, y));
      return found;
    });
  });
  return [...new Set(rows.filter(({ length }) => (isExact ? length === FIVE : length >= FIVE)).flat())];
}
