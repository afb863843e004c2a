/** The texts for the fields of a custom time control. */

import type { ClockFieldTexts } from "../clocks/model";

export const clockFields: ClockFieldTexts = {
  kind: "Kind of clock",
  fields: {
    base: "Minutes",
    increment: "Seconds added a move",
    delay: "Seconds of delay",
    time: "Seconds a move",
    periods: "Periods",
    period: "Seconds a period",
    moves: "Moves",
    overtime: "Minutes for them",
    days: "Days a move",
    cap: "Cap, minutes",
    limit: "Limit a move, seconds",
  },
  stageFields: { moves: "Moves", base: "Minutes", increment: "+ seconds" },
  stageTitle: (number) => `Stage ${number}`,
  none: "none",
  rest: "rest",
  addStage: "Add a stage",
  removeStage: "Remove",
  wrong: {
    number: (min, max) => `Write a number from ${min} to ${max}.`,
    whole: (min, max) => `Write a whole number from ${min} to ${max}.`,
    positive: (_, max) => `Write a number above 0, at most ${max}.`,
    cap: (min) => `Write at least ${min}, the minutes at the start, or leave it empty.`,
    stage_moves: () => "Write for how many moves: only the last stage may leave it empty.",
  },
};
