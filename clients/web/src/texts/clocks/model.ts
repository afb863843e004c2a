/** The texts for time controls. Durations are passed as words: `3 minutes`. */

import type { Control } from "../../protocol";

type Field = "base" | "increment" | "delay" | "time" | "periods" | "period" | "moves" | "overtime" | "days" | "cap" | "limit";
type Mistake = "number" | "whole" | "positive" | "cap" | "stage_moves";

export interface ClockTexts {
  /** The separators of limits, and of stages. */
  comma: string;
  then: string;
  minutes: (count: number) => string;
  seconds: (count: number) => string;
  whole: (base: string) => string;
  increment: (base: string, more: string) => string;
  delay: (base: string, free: string) => string;
  bronstein: (base: string, back: string) => string;
  perMove: (time: string) => string;
  /** `base` null: there is no main time. */
  byoyomi: (base: string | null, periods: number, period: string) => string;
  canadian: (base: string | null, moves: number, period: string) => string;
  /** Beside a clock: the byo-yomi periods left, including the running one, and the moves to make in the time shown. */
  periodsLeft: (count: number) => string;
  movesToGo: (count: number) => string;
  hourglass: (base: string) => string;
  /** `moves` null: the rest of the game; `more` null: no increment. */
  stage: (moves: number | null, base: string, more: string | null) => string;
  repeated: string;
  days: (count: number) => string;
  unlimited: string;
  cap: (max: string) => string;
  limit: (max: string) => string;
  /** Times left, rounded: days and hours, hours and minutes, or only seconds. */
  left: { days: (days: number, hours: number) => string; hours: (hours: number, minutes: number) => string; seconds: (seconds: number) => string };
  /** The time limit of first moves: as a setting, and as shown in rooms. */
  firstMove: {
    title: string;
    usual: string;
    within: (time: string) => string;
    /** For the only person among bots. */
    any: string;
  };
  custom: string;
  kinds: Record<Control["kind"], string>;
}

/** The texts for the fields of a custom time control, which are not part of the first load. */
export interface ClockFieldTexts {
  kind: string;
  fields: Record<Field, string>;
  stageFields: Record<"moves" | "base" | "increment", string>;
  stageTitle: (number: number) => string;
  /** The meanings of empty fields. */
  none: string;
  rest: string;
  addStage: string;
  removeStage: string;
  /** The problem with a value; the bounds are in the unit of the field. */
  wrong: Record<Mistake, (min: string, max: string) => string>;
}
