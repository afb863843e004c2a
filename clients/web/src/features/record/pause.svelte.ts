/**
 * When a hand or a trick ends, the server continues at once, and its cards would disappear unseen. So the page shows them
 * for a moment: the end of a hand (longer after a showdown) until the user continues; a completed trick while the user can
 * already play the next card.
 */

import { TAP_DELAY_MS } from "../../app/browser/press";

/** How long a position is shown (ms), and whether moves can be made meanwhile. */
export interface PauseKind {
  ms: number;
  allowsMoves: boolean;
}

export const FOLD: PauseKind = { ms: 2500, allowsMoves: false };
export const SHOWDOWN: PauseKind = { ms: 5000, allowsMoves: false };
export const TRICK: PauseKind = { ms: 1000, allowsMoves: true };

export class Pause {
  /** The ply that ended the hand or trick shown; null: no pause. */
  ply = $state<number | null>(null);
  /** Whether moves can be made during this pause; the first move ends it. */
  allowsMoves = $state(false);
  /** Whether the user can end the pause, which a second tap on the move that ended the hand must not do. */
  ready = $state(false);
  /** Whether the pause has just ended, so that a tap was probably meant for its button. */
  justOver = $state(false);
  private newestSeen = 0;
  private timers: ReturnType<typeof setTimeout>[] = [];

  /** Starts or ends a pause. `newest`: the newest ply; `pauseAfter`: the pause after a ply, or null; `live`: whether the game
   * is in progress and its events are current. */
  update(newest: number, pauseAfter: (ply: number) => PauseKind | null, live: boolean): void {
    const before = this.newestSeen;
    this.newestSeen = newest;
    if (!live) return this.resume();
    for (let ply = newest; ply > before; ply--) {
      const kind = pauseAfter(ply);
      if (kind) return this.begin(ply, kind);
    }
  }

  resume(): void {
    if (this.ply === null) return;
    const allowedMoves = this.allowsMoves;
    this.cancel();
    if (allowedMoves) return;
    this.justOver = true;
    this.timers = [setTimeout(() => (this.justOver = false), TAP_DELAY_MS)];
  }

  /** Cancels the pause and its timers. */
  cancel(): void {
    this.timers.forEach(clearTimeout);
    [this.ply, this.allowsMoves, this.ready, this.justOver] = [null, false, false, false];
  }

  private begin(ply: number, { ms, allowsMoves }: PauseKind): void {
    this.cancel();
    [this.ply, this.allowsMoves] = [ply, allowsMoves];
    this.timers = [setTimeout(() => (this.ready = true), TAP_DELAY_MS), setTimeout(() => this.resume(), ms)];
  }
}
