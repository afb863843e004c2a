/** The throws to show on the board in a position. Pure. */

import { type HistoryEntry, diceOf } from "../../app/room/room";
import type { ShownThrow } from "../../games/boards/model";

/**
 * The newest throw up to a position and, while its seat has not played it, the previous throw of another seat, so that the
 * last move is shown with its dice.
 */
export function shownThrows(history: readonly HistoryEntry[], ply: number): ShownThrow[] {
  const shown: ShownThrow[] = [];
  for (let index = ply; index >= 0; index--) {
    const entry = history[index];
    const last = diceOf(entry);
    const seat = last?.seat ?? entry?.turn ?? null;
    if (!last || seat === null) continue;
    if (shown.some((later) => later.seat === seat)) break;
    const isOver = index !== ply || seat !== entry?.turn;
    shown.push({ seat, values: last.values, isOver, isOpening: shown.length === 0 && last.seat === null && (index === 0 || knowsSeats(history)) });
    if (isOver) break;
  }
  return shown;
}

/** Whether the record has the seats of throws; older ones do not. */
function knowsSeats(history: readonly HistoryEntry[]): boolean {
  return history.some(({ throws }) => throws.some(({ seat }) => seat !== null));
}
