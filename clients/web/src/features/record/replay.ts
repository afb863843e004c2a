/** The pace of a replay. Pure; the timer is in replay.svelte.ts. */

import type { HistoryEntry } from "../../app/room/room";

/** The original pace of the game, or the same time for every move. */
export type Pace = "real" | "even";

export const PACES: readonly Pace[] = ["even", "real"];
const EVEN_MS = 1000;
/** Bounds at real pace: no move is too fast to see, or too slow to wait for. */
const REAL_MS = { min: 250, max: 10_000 };

/** The time (ms) for which the position before `next` is shown. */
export function replayDelayMs(next: HistoryEntry, pace: Pace): number {
  if (pace === "even") return EVEN_MS;
  return Math.min(REAL_MS.max, Math.max(REAL_MS.min, next.moved?.receipt.elapsed_ms ?? 0));
}
