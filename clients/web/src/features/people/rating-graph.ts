/** The graph of a rating: its series of points, and its range. Pure. */

import type { RatingPoint } from "../../protocol";

/** How many deviations the shade of the graph reaches in each direction. */
const SHADE = 2;
/** The least height of the graph, in points of the rating. */
const LEAST_HEIGHT = 100;
/** The least width of the graph (s): several games of one evening fill it, and a single one has a day around it. */
const LEAST_WIDTH = 3600;
const DAY_S = 86_400;
/** The part of the width on each side that keeps the first and the last point off the edges. */
const SIDE = 0.04;

/** The columns of the graph: the times (s), the ratings, and both edges of the shade. */
export type Columns = [times: number[], ratings: number[], upper: number[], lower: number[]];

/** The points as columns. Times rise strictly: of games that ended in the same second, the last counts. */
export function columnsOf(points: readonly RatingPoint[]): Columns {
  const bySecond = new Map(points.map((point) => [Math.floor(point.at / 1000), point]));
  const rows = [...bySecond.entries()].sort(([one], [other]) => one - other);
  return [
    rows.map(([at]) => at),
    rows.map(([, { rating }]) => rating),
    rows.map(([, { rating, deviation }]) => rating + SHADE * deviation),
    rows.map(([, { rating, deviation }]) => rating - SHADE * deviation),
  ];
}

/** The lowest and the highest rating; null: there are no points. */
export function extent(points: readonly RatingPoint[]): { low: number; high: number } | null {
  if (points.length === 0) return null;
  const ratings = points.map(({ rating }) => rating);
  return { low: Math.min(...ratings), high: Math.max(...ratings) };
}

/** The vertical range: the line with a margin, and as much of the shade as fits. */
export function heightOf(points: readonly RatingPoint[]): [number, number] {
  const { low, high } = extent(points) ?? { low: 1500, high: 1500 };
  const margin = Math.max(LEAST_HEIGHT - (high - low), (high - low) * 0.3, 40) / 2;
  return [Math.floor((low - margin) / 10) * 10, Math.ceil((high + margin) / 10) * 10];
}

/** The horizontal range (s), around the points and not up to them. */
export function widthOf(times: readonly number[]): [number, number] {
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0];
  const width = last > first ? Math.max((last - first) * (1 + 2 * SIDE), LEAST_WIDTH) : DAY_S;
  const middle = (first + last) / 2;
  return [middle - width / 2, middle + width / 2];
}

/** The texts of the ticks at these times (s), `step` seconds apart: days or months, or times of day with the day below where
 * it begins. */
export function tickTexts(ticks: readonly number[], step: number, locale: string): string[] {
  const text = (at: number, options: Intl.DateTimeFormatOptions): string => new Date(at * 1000).toLocaleString(locale, options);
  const day = (at: number): string => text(at, { day: "numeric", month: "short" });
  if (step >= 28 * DAY_S) return ticks.map((at) => text(at, { month: "short", year: "numeric" }));
  if (step >= DAY_S) return ticks.map(day);
  return ticks.map((at, index) => {
    const before = ticks[index - 1];
    const time = text(at, { hour: "2-digit", minute: "2-digit" });
    return before !== undefined && day(before) === day(at) ? time : `${time}\n${day(at)}`;
  });
}
