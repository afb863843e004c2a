/** Arrows and circles that the user draws on a board; only this page shows them. Pure. */

import type { Point } from "./drag";

/** An arrow between two spots; a circle where both are the same. */
export interface Mark {
  from: string;
  to: string;
}

/** The marks with this one added, or removed if it is there already. */
export function toggleMark(marks: readonly Mark[], mark: Mark): Mark[] {
  const others = marks.filter(({ from, to }) => from !== mark.from || to !== mark.to);
  return others.length < marks.length ? others : [...others, mark];
}

/** The gap between the centre of the start and the arrow; the length and half the width of the arrow's head (board units). */
const [START, HEAD, HALF_HEAD] = [3, 3.6, 2.2];

/** An arrow's shaft and head, as SVG paths. The head ends in the centre of the target. */
export function arrowPaths(from: Point, to: Point): { shaft: string; head: string } {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const at = (along: number, across: number): string =>
    `${round(from.x + ux * along - uy * across)} ${round(from.y + uy * along + ux * across)}`;
  const neck = Math.max(START, length - HEAD);
  return {
    shaft: `M${at(Math.min(START, neck), 0)}L${at(neck, 0)}`,
    head: `M${at(length, 0)}L${at(neck, HALF_HEAD)}L${at(neck, -HALF_HEAD)}Z`,
  };
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}
