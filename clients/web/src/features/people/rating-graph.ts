/** The graph of a rating: its series of points, and its range. Pure. */

import type { RatingPoint } from "../../protocol";

/** How many deviations the shade of the graph reaches in each direction. */
const SHADE = 2;
/** The least height of the graph, in points of the rating. */
const LEAST_HEIGHT = 100;

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
