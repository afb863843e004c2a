/** Time controls as sentences: `3 minutes, plus 2 seconds after each move`. Pure. */

import type { Control, Stage } from "../../protocol";
import type { Texts } from "../../texts";
import { type RoomState, allHaveMoved, hasOneHuman } from "../room/room";

const MINUTE = 60_000;

/** `3 minutes`, `1.5 minutes`, `45 seconds`. */
export function duration(ms: number | null | undefined, t: Texts): string {
  const value = ms ?? 0;
  return value >= MINUTE && value % (MINUTE / 2) === 0 ? t.clocks.minutes(value / MINUTE) : t.clocks.seconds(value / 1000);
}

/** `first move within 1 minute`. */
export function firstMoveWithin(ms: number, t: Texts): string {
  return t.clocks.firstMove.within(duration(ms, t));
}

/** The time limit of first moves, as text; empty if no first move that concerns the viewer is left, or if first moves are timed normally. */
export function firstMoveFact(room: RoomState, t: Texts): string {
  const { firstMoveMs, seats, you, movedSeats, phase } = room;
  if (firstMoveMs === null || phase === "finished") return "";
  if (you !== null && hasOneHuman(seats)) return movedSeats.includes(you) ? "" : t.clocks.firstMove.any;
  return allHaveMoved(room) ? "" : firstMoveWithin(firstMoveMs, t);
}

/** The choices for the time limit of a first move (ms); null: the default. */
export const FIRST_MOVES = [null, 15_000, 30_000, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE] as const;

export function firstMoveChoice(ms: number | null, t: Texts): string {
  return ms === null ? t.clocks.firstMove.usual : duration(ms, t);
}

export function controlSentence(control: Control, t: Texts): string {
  const cap = control.cap_ms == null ? [] : [t.clocks.cap(duration(control.cap_ms, t))];
  const limit = control.move_limit_ms == null ? [] : [t.clocks.limit(duration(control.move_limit_ms, t))];
  return [withoutLimits(control, t), ...cap, ...limit].join(t.clocks.comma);
}

function withoutLimits(control: Control, t: Texts): string {
  const [base, delay, period] = [control.base_ms, control.delay_ms, control.period_ms].map((ms) => duration(ms, t)) as [string, string, string];
  const main = control.base_ms ? base : null;
  switch (control.kind) {
    case "sudden_death":
      return t.clocks.whole(base);
    case "fischer":
      return control.increment_ms ? t.clocks.increment(base, duration(control.increment_ms, t)) : t.clocks.whole(base);
    case "delay":
      return t.clocks.delay(base, delay);
    case "bronstein":
      return t.clocks.bronstein(base, delay);
    case "per_move":
      return t.clocks.perMove(duration(control.time_ms, t));
    case "byoyomi":
      return t.clocks.byoyomi(main, control.periods ?? 1, period);
    case "canadian":
      return t.clocks.canadian(main, control.moves ?? 1, period);
    case "hourglass":
      return t.clocks.hourglass(base);
    case "stages":
      return stagesSentence(control.stages ?? [], t);
    case "correspondence":
      return t.clocks.days(control.days ?? 1);
    default:
      return control.kind === "unlimited" ? t.clocks.unlimited : "";
  }
}

function stagesSentence(stages: readonly Stage[], t: Texts): string {
  const parts = stages.map(({ moves, base_ms, increment_ms }) =>
    t.clocks.stage(moves ?? null, duration(base_ms, t), increment_ms ? duration(increment_ms, t) : null),
  );
  const repeated = stages.at(-1)?.moves == null ? [] : [t.clocks.repeated];
  return [...parts, ...repeated].join(t.clocks.then);
}
