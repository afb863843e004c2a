/** The throws that lie on the board of a position. Pure. */

import { type HistoryEntry, diceOf } from "../../app/room/room";
import type { ShownThrow } from "../../games/boards/model";

/**
 * The newest throw up to a position and, if its seat is about to play it, that of another seat before it, so that the
 * last move is seen with its dice.
 */
export function shownThrows(history: readonly HistoryEntry[], ply: number): ShownThrow[] {
  const shown: ShownThrow[] = [];
  for (let at = ply; at >= 0; at--) {
    const entry = history[at];
    const last = diceOf(entry);
    const seat = last?.seat ?? entry?.turn ?? null;
    if (!last || seat === null) continue;
    if (shown.some((later) => later.seat === seat)) break;
    const isOver = at !== ply || seat !== entry?.turn;
    shown.push({ seat, values: last.values, isOver, isOpening: shown.length === 0 && last.seat === null && (at === 0 || knowsSeats(history)) });
    if (isOver) break;
  }
  return shown;
}

/** Whether throws have their seats: older records have none, and every throw in them looks like one of no seat. */
function knowsSeats(history: readonly HistoryEntry[]): boolean {
  return history.some(({ throws }) => throws.some(({ seat }) => seat !== null));
}
