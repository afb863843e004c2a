/** The time until a deadline, in words. Pure. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** From this much on, times are given in days. */
const MIN_DAYS_MS = 1.5 * DAY;
/** From this much on, shorter times are given in hours. */
const MIN_HOURS_MS = 1.5 * HOUR;

/** Whether little of the time to answer is left. */
export function isPressing(until: number, now: number): boolean {
  return until - now < DAY;
}

/** The time from `now` to `until`, both Unix ms: `5 days`, `7 hours`, `3 minutes`; at least a minute. */
export function timeLeft(until: number, now: number, locale: string): string {
  const left = until - now;
  const [unit, count] = left >= MIN_DAYS_MS ? ["day", left / DAY] : left >= MIN_HOURS_MS ? ["hour", left / HOUR] : ["minute", Math.max(1, left / MINUTE)];
  return new Intl.NumberFormat(locale, { style: "unit", unit: unit as string, unitDisplay: "long" }).format(Math.round(count as number));
}
