/** Moving the focus with the arrow keys, from one spot that can be chosen to the next. Pure. */

import type { Drawing } from "./model";

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The weight of the distance across the direction, relative to that along it. */
const ACROSS_WEIGHT = 4;

/** The nearest of the spots `focusable` in the direction of an arrow key; undefined for other keys and at the edge. */
export function nextSpot(drawing: Drawing, focusable: readonly string[], from: string, key: string): string | undefined {
  const direction = DIRECTIONS[key];
  const start = drawing.spots.find(({ id }) => id === from);
  if (!direction || !start) return undefined;
  const candidates = drawing.spots.flatMap(({ id, x, y }) => {
    const [dx, dy] = [x - start.x, y - start.y];
    const ahead = dx * direction[0] + dy * direction[1];
    const across = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    return ahead > 0.1 && focusable.includes(id) ? [{ id, distance: ahead + ACROSS_WEIGHT * across }] : [];
  });
  return candidates.sort((a, b) => a.distance - b.distance)[0]?.id;
}
