/** The clocks shown, interpolated between the server's messages. Only the server decides when a flag falls. */

import type { ClockView, Control, Stage } from "../../protocol";
import type { Texts } from "../../texts";

/** The clocks as the server sent them, and when they arrived (local monotonic ms). */
export interface ShownClock {
  view: ClockView;
  at: number;
}

/** The clocks of a message that arrived at `at`. */
export function shownFrom(view: ClockView, at: number): ShownClock {
  return { view, at };
}

/**
 * One seat's clock. `ms`: null: unlimited; `periods` and `moves`: as in ClockView, null if there are none; `limit`: the
 * time left of the limit per move (ms), for the seat whose clock is running.
 */
export interface SeatClock {
  ms: number | null;
  periods: number | null;
  moves: number | null;
  limit: number | null;
}

/** The clock of `seat` at `now`, by the rules of the control. */
export function seatClock(clock: ShownClock, control: Control, seat: number, now: number): SeatClock {
  const { view } = clock;
  const ms = view.remaining_ms[seat] ?? null;
  const sent: SeatClock = { ms, periods: view.periods?.[seat] ?? null, moves: view.moves?.[seat] ?? null, limit: null };
  if (view.limit_ms != null && seat === view.running) sent.limit = Math.max(0, view.limit_ms - Math.max(0, now - clock.at));
  if (ms === null || view.running == null) return sent;
  const elapsed = Math.max(0, now - clock.at - (view.delay_ms ?? 0));
  if (seat === view.running) return runDown(sent, control, ms - elapsed);
  return control.kind === "hourglass" ? { ...sent, ms: ms + hourglassGain(view, elapsed) } : sent;
}

/** Milliseconds left at `now` of a free first turn; null: this turn is not free. Only for a running game. */
export function freeMsLeft({ view, at }: ShownClock, now: number): number | null {
  return view.free_ms == null ? null : Math.max(0, view.free_ms - Math.max(0, now - at));
}

/** The running clock with `left` ms, which may be negative: then the next period begins, if there is one. */
function runDown(sent: SeatClock, control: Control, left: number): SeatClock {
  const period = control.period_ms ?? 0;
  if (left > 0 || period === 0) return { ...sent, ms: Math.max(0, left) };
  if (control.kind === "canadian" && sent.moves !== null) return { ...sent, ms: 0 };
  if (control.kind === "canadian") return { ...sent, ms: Math.max(0, period + left), moves: control.moves ?? null };
  const remainingPeriods = (sent.periods ?? 0) - 1 - Math.floor(-left / period);
  return remainingPeriods < 0 ? { ...sent, ms: 0, periods: 0 } : { ...sent, ms: period - (-left % period), periods: remainingPeriods };
}

/** The time (ms) that an hourglass has added to each of the other clocks. */
function hourglassGain(view: ClockView, elapsed: number): number {
  const moverMs = view.remaining_ms[view.running ?? 0] ?? 0;
  return Math.floor(Math.min(elapsed, moverMs) / (view.remaining_ms.length - 1));
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** `2 d 03:04`, `1:02:03`, `04:31`, under ten seconds `7.3`; unlimited: `∞`. */
export function clockText(ms: number | null): string {
  if (ms === null) return "∞";
  if (ms >= DAY) return `${Math.floor(ms / DAY)} d ${twoDigits(Math.floor((ms % DAY) / HOUR))}:${twoDigits(Math.floor((ms % HOUR) / MINUTE))}`;
  if (ms < 10 * SECOND) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.floor((ms % MINUTE) / SECOND);
  const minutes = Math.floor((ms % HOUR) / MINUTE);
  const hours = Math.floor(ms / HOUR);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}` : `${twoDigits(minutes)}:${twoDigits(seconds)}`;
}

/**
 * The text beside the time: before overtime, the overtime to come (`+ 5×20 s`, `+ 10:00/25`); in overtime, what is left of it
 * (`3 periods left`, `12 moves to go`); and the seconds left for this move, if they are limited (`≤7.3`). Often empty.
 */
export function clockExtras(clock: SeatClock, control: Control, t: Texts): string {
  const limit = clock.limit === null ? "" : `≤${clockText(clock.limit)}`;
  return [overtimeText(clock, control, t), limit].filter(Boolean).join(" ");
}

/** The periods or moves of an overtime; `periods` of the clock are those that have not begun. */
function overtimeText({ periods, moves }: SeatClock, control: Control, t: Texts): string {
  if (periods !== null && periods === control.periods) return `+ ${periods}×${t.control.seconds((control.period_ms ?? 0) / SECOND)}`;
  if (periods !== null) return t.clocks.periodsLeft(periods + 1);
  if (moves !== null) return t.clocks.movesToGo(moves);
  return control.kind === "canadian" ? `+ ${clockText(control.period_ms ?? 0)}/${control.moves}` : "";
}

/** The time that a move took: `0.4`, `12.0`, `1:05`, `1:02:03` (seconds, minutes, hours). */
export function spentText(ms: number): string {
  if (ms < MINUTE) return (Math.floor(ms / 100) / 10).toFixed(1);
  return clockText(ms).replace(/^0/, "");
}

/** Whether little time is left: less than a tenth of the base time, bounded to 5 to 30 seconds. */
export function isLow(ms: number | null, control: Control): boolean {
  if (ms === null) return false;
  const baseMs = control.base_ms ?? control.time_ms ?? control.stages?.[0]?.base_ms ?? 0;
  return ms <= Math.min(30 * SECOND, Math.max(5 * SECOND, baseMs / 10));
}

/** Whether the user's own clock is low, so that the page must not delay the game. */
export function isLowOnTime({ you, clock, summary }: { you: number | null; clock: ShownClock | null; summary: { control: Control } | null }, now: number): boolean {
  if (you === null || !clock || !summary) return false;
  return isLow(seatClock(clock, summary.control, you, now).ms, summary.control);
}

/** A number of minutes, or of seconds marked with `s`. */
function amount(ms: number): string {
  return ms % MINUTE === 0 && ms >= MINUTE ? String(ms / MINUTE) : `${ms / SECOND}s`;
}

/** A number of seconds, unmarked. */
function seconds(ms: number | null | undefined): string {
  return String((ms ?? 0) / SECOND);
}

/** A stage such as `40/90+30`: 40 moves in 90 minutes, plus 30 seconds a move. */
function stageText({ moves, base_ms, increment_ms }: Stage): string {
  const increment = increment_ms ? `+${seconds(increment_ms)}` : "";
  return `${moves == null ? "" : `${moves}/`}${amount(base_ms)}${increment}`;
}

/** A control in the usual short form: `3+2`, `3d2`, `10+5×30s`, `30s/move`, `∞`; minutes unless marked. */
export function controlText(control: Control, perMove: string): string {
  const base = amount(control.base_ms ?? 0);
  switch (control.kind) {
    case "fischer":
      return `${base}+${seconds(control.increment_ms)}`;
    case "sudden_death":
      return `${base}+0`;
    case "delay":
      return `${base}d${seconds(control.delay_ms)}`;
    case "bronstein":
      return `${base}b${seconds(control.delay_ms)}`;
    case "per_move":
      return `${seconds(control.time_ms)}s/${perMove}`;
    case "byoyomi":
      return `${base}+${control.periods}×${seconds(control.period_ms)}s`;
    case "canadian":
      return `${base}+${control.moves}/${amount(control.period_ms ?? 0)}`;
    case "hourglass":
      return `⧗ ${base}`;
    case "stages":
      return (control.stages ?? []).map(stageText).join(" · ");
    case "correspondence":
      return `${control.days} d/${perMove}`;
    case "unlimited":
      return "∞";
    default: // from a server newer than this page
      return (control as Control).kind;
  }
}
