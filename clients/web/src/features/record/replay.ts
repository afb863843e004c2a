/** How fast a replay goes. Pure; the timer is in replay.svelte.ts. */

import type { HistoryEntry } from "../../app/room/room";

/** At the pace at which the game was played, or the same time for every move. */
export type Pace = "real" | "even";

export const PACES: readonly Pace[] = ["even", "real"];
const EVEN_MS = 1000;
/** At real pace no move comes faster than it can be seen, or slower than one likes to wait. */
const REAL_MS = { min: 250, max: 10_000 };

/** How long the position before the move to `next` is shown, in ms. */
export function replayDelayMs(next: HistoryEntry, pace: Pace): number {
  if (pace === "even") return EVEN_MS;
  return Math.min(REAL_MS.max, Math.max(REAL_MS.min, next.moved?.receipt.elapsed_ms ?? 0));
}
