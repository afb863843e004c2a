/** Clocks as they are shown: interpolated between the server's words, never decided here. */

import type { ClockView, Control } from "../protocol";

/** What the server showed, and the local monotonic instant (ms) at which it came. */
export interface ShownClock {
  view: ClockView;
  at: number;
}

export function shownFrom(view: ClockView, at: number): ShownClock {
  return { view, at };
}

/** What `seat` has left at `now`, in ms; null without bound. Never less than nothing. */
export function remaining(clock: ShownClock, seat: number, now: number): number | null {
  const left = clock.view.remaining_ms[seat] ?? null;
  if (left === null || clock.view.running !== seat) return left;
  return Math.max(0, left - Math.max(0, now - clock.at));
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** `1:02:03`, `04:31`, under ten seconds `7.3`; unlimited is `∞`. Seconds count down to their end. */
export function clockText(ms: number | null): string {
  if (ms === null) return "∞";
  if (ms < 10 * SECOND) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.floor((ms % MINUTE) / SECOND);
  const minutes = Math.floor((ms % HOUR) / MINUTE);
  const hours = Math.floor(ms / HOUR);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${two(minutes)}:${two(seconds)}`;
}

/** What a move cost: `0.4`, `12.0`, `1:05`, `1:02:03` (seconds, minutes, hours). */
export function spentText(ms: number): string {
  if (ms < MINUTE) return (Math.floor(ms / 100) / 10).toFixed(1);
  return clockText(ms).replace(/^0/, "");
}

/** Whether so little is left that it should be seen: a tenth of the whole, 5 to 30 seconds. */
export function isLow(ms: number | null, control: Control): boolean {
  if (ms === null) return false;
  const whole = control.base_ms ?? control.time_ms ?? 0;
  return ms <= Math.min(30 * SECOND, Math.max(5 * SECOND, whole / 10));
}

function amount(ms: number): string {
  return ms % MINUTE === 0 && ms >= MINUTE ? String(ms / MINUTE) : `${ms / SECOND}s`;
}

/** A control in the field's short form: `3+2`, `5+0`, `30s/move`, `∞`; minutes unless marked. */
export function controlText(control: Control, perMove: string): string {
  switch (control.kind) {
    case "fischer":
      return `${amount(control.base_ms ?? 0)}+${(control.increment_ms ?? 0) / SECOND}`;
    case "sudden_death":
      return `${amount(control.base_ms ?? 0)}+0`;
    case "per_move":
      return `${(control.time_ms ?? 0) / SECOND}s/${perMove}`;
    case "unlimited":
      return "∞";
  }
}
