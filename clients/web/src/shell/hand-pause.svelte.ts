/**
 * A game of several hands goes on at once when a hand has ended: its cards would be gone before anybody has
 * seen them. So the page shows the end of a hand for a while, or until the user goes on.
 */

const PAUSE_MS = 2500;
/** So soon the user may go on: a second tap on the move that ended the hand does nothing. */
const TAP_MS = 500;

export class HandPause {
  /** The frame that ended the hand; null: no pause. */
  frame = $state<number | null>(null);
  /** Whether the user may go on. */
  ready = $state(false);
  /** Whether the pause has only just ended: a tap that comes now was meant for it. */
  justOver = $state(false);
  private seen = 0;
  private timers: ReturnType<typeof setTimeout>[] = [];

  /** There are frames up to `newest` now; `ends`: whether one of them ended a hand; `live`: whether they have
   * just come, and the game goes on. */
  update(newest: number, ends: (frame: number) => boolean, live: boolean): void {
    const before = this.seen;
    this.seen = newest;
    if (!live) return this.goOn();
    for (let frame = newest; frame > before; frame--) if (ends(frame)) return this.begin(frame);
  }

  goOn(): void {
    if (this.frame === null) return;
    this.leave();
    this.justOver = true;
    this.timers = [setTimeout(() => (this.justOver = false), TAP_MS)];
  }

  /** Ends all of it, as when the page is left. */
  leave(): void {
    this.timers.forEach(clearTimeout);
    [this.frame, this.ready, this.justOver] = [null, false, false];
  }

  private begin(frame: number): void {
    this.leave();
    this.frame = frame;
    this.timers = [setTimeout(() => (this.ready = true), TAP_MS), setTimeout(() => this.goOn(), PAUSE_MS)];
  }
}
