/**
 * A game of several hands continues at once when a hand has ended, and the cards would disappear unseen. So the
 * page shows the end of a hand for a moment, longer where cards are shown, or until the user continues.
 */

import { TAP_DELAY_MS } from "./tap";

export const FOLD_MS = 2500;
export const SHOWDOWN_MS = 5000;

export class HandPause {
  /** The ply that ended the hand shown; null: no pause. */
  ply = $state<number | null>(null);
  /** Whether the user may go on: a second tap on the move that ended the hand must not. */
  ready = $state(false);
  /** Whether the pause has only just ended: a tap now was meant for its button. */
  justOver = $state(false);
  private newestSeen = 0;
  private timers: ReturnType<typeof setTimeout>[] = [];

  /** The newest ply is `newest`; `lasts`: for how long the position after a ply is shown (ms), null for one that
   * ended no hand; `live`: the game is on and its events are current. */
  update(newest: number, lasts: (ply: number) => number | null, live: boolean): void {
    const before = this.newestSeen;
    this.newestSeen = newest;
    if (!live) return this.goOn();
    for (let ply = newest; ply > before; ply--) {
      const ms = lasts(ply);
      if (ms !== null) return this.begin(ply, ms);
    }
  }

  goOn(): void {
    if (this.ply === null) return;
    this.leave();
    this.justOver = true;
    this.timers = [setTimeout(() => (this.justOver = false), TAP_DELAY_MS)];
  }

  /** Stops the pause and its timers. */
  leave(): void {
    this.timers.forEach(clearTimeout);
    [this.ply, this.ready, this.justOver] = [null, false, false];
  }

  private begin(ply: number, ms: number): void {
    this.leave();
    this.ply = ply;
    this.timers = [setTimeout(() => (this.ready = true), TAP_DELAY_MS), setTimeout(() => this.goOn(), ms)];
  }
}
