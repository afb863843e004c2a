/** The texts for time controls: sentences, and the limit of first moves. */

import type { ClockTexts } from "./model";

const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

export const clockTexts: ClockTexts = {
  comma: ", ",
  then: ", then ",
  minutes: (count) => many(count, "minute"),
  seconds: (count) => many(count, "second"),
  whole: (base) => `${base} for the whole game`,
  increment: (base, more) => `${base}, plus ${more} after each move`,
  delay: (base, free) => `${base}; the first ${free} of each move are free`,
  bronstein: (base, back) => `${base}; after each move you get back what it took, up to ${back}`,
  perMove: (time) => `${time} for each move`,
  byoyomi: (base, periods, period) =>
    `${base === null ? "" : `${base}, then `}${many(periods, "period")} of ${period}; a move within a period does not use it up`,
  canadian: (base, moves, period) => `${base === null ? "" : `${base}, then `}${period} for every ${many(moves, "move")}`,
  periodsLeft: (count) => (count === 1 ? "last period" : `${count} periods left`),
  movesToGo: (count) => `${many(count, "move")} to go`,
  hourglass: (base) => `${base}; what you use, your opponent gains`,
  stage: (moves, base, more) => `${base} for ${moves === null ? "the rest" : many(moves, "move")}${more === null ? "" : ` plus ${more} a move`}`,
  repeated: "the same again and again",
  days: (count) => `${many(count, "day")} for each move`,
  unlimited: "No clock",
  cap: (max) => `never more than ${max} on the clock`,
  limit: (max) => `at most ${max} for a move`,
  left: {
    days: (days, hours) => (hours === 0 ? `${days} d` : `${days} d ${hours} h`),
    hours: (hours, minutes) => (minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`),
    seconds: (seconds) => `${seconds} s`,
  },
  firstMove: {
    title: "First move",
    usual: "Default",
    within: (time) => `first move within ${time}`,
    any: "no limit for your first move",
  },
  custom: "Custom",
  kinds: {
    fischer: "Increment (Fischer)",
    sudden_death: "Sudden death",
    delay: "Simple delay",
    bronstein: "Bronstein delay",
    per_move: "Time per move",
    byoyomi: "Byo-yomi",
    canadian: "Canadian overtime",
    hourglass: "Hourglass",
    stages: "Stages",
    correspondence: "Correspondence",
    unlimited: "No clock",
  },
};
