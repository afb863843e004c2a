/** The texts for time controls. Durations come as words: `3 minutes`. */

import type { Control } from "../../protocol";

type Field = "base" | "increment" | "delay" | "time" | "periods" | "period" | "moves" | "overtime" | "days" | "cap" | "limit";
type Mistake = "number" | "whole" | "positive" | "cap" | "stage_moves";

export interface ClockTexts {
  /** Between two limits, and between two stages. */
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
  /** Beside a clock: the byo-yomi periods with the one that runs, and the moves to make in the time shown. */
  periodsLeft: (count: number) => string;
  movesToGo: (count: number) => string;
  hourglass: (base: string) => string;
  /** `moves` null: the rest of the game; `more` null: no increment. */
  stage: (moves: number | null, base: string, more: string | null) => string;
  repeated: string;
  days: (count: number) => string;
  unlimited: string;
  cap: (most: string) => string;
  limit: (most: string) => string;
  /** What is left of a long time. */
  left: { days: (days: number, hours: number) => string; hours: (hours: number, minutes: number) => string; seconds: (seconds: number) => string };
  /** How long a first move may take: the setting with its choices, and what a room says of it. */
  firstMove: {
    title: string;
    usual: string;
    hint: string;
    within: (time: string) => string;
    /** Of the only person among bots. */
    any: string;
  };
  custom: string;
  kind: string;
  kinds: Record<Control["kind"], string>;
  fields: Record<Field, string>;
  stageFields: Record<"moves" | "base" | "increment", string>;
  stageTitle: (number: number) => string;
  /** What an empty field means. */
  none: string;
  rest: string;
  addStage: string;
  removeStage: string;
  /** What is wrong with a value; the bounds as numbers in the field's unit. */
  wrong: Record<Mistake, (least: string, most: string) => string>;
}
