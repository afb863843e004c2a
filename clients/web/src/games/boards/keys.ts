/** The keyboard's focus on a board: which spot has it, and where the arrow keys move it. Pure. */

import type { Point } from "./drag";
import type { Drawing, Spot } from "./model";

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The sine of 30°, the angle between an arrow's direction and the upper and lower neighbours on a hexagonal board. */
const CONE = 0.5;
/** Weights of the sideways distance relative to the forward distance: a neighbour in the cone is nearer than a spot straight behind it. */
const ACROSS_IN_CONE = 1.5;
const ACROSS = 4;

/** The distance of a spot for an arrow key. Spots in a cone of 60° are preferred: outside of it, sideways distance counts more. */
function arrowDistance(ahead: number, across: number): number {
  const isInCone = across <= CONE * Math.hypot(ahead, across) + 0.1;
  return ahead + (isInCone ? ACROSS_IN_CONE : ACROSS) * across;
}

/** The nearest of the spots `focusable` in the direction of an arrow key; undefined for other keys and at the edge. */
export function nextSpot(drawing: Drawing, focusable: ReadonlySet<string>, from: string, key: string): string | undefined {
  const direction = DIRECTIONS[key];
  const start = drawing.spots.find(({ id }) => id === from);
  if (!direction || !start) return undefined;
  const candidates = drawing.spots.flatMap(({ id, x, y }) => {
    const [dx, dy] = [x - start.x, y - start.y];
    const ahead = dx * direction[0] + dy * direction[1];
    const across = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    return ahead > 0.1 && focusable.has(id) ? [{ id, distance: arrowDistance(ahead, across) }] : [];
  });
  return candidates.sort((a, b) => a.distance - b.distance)[0]?.id;
}

/** The spot nearest to a point; undefined: the drawing has no spots. A spot may have another name after a board is renumbered. */
export function nearestSpot(drawing: Drawing, { x, y }: Point): Spot | undefined {
  const distance = (spot: Spot): number => Math.hypot(spot.x - x, spot.y - y);
  return drawing.spots.reduce<Spot | undefined>((best, spot) => (best && distance(best) <= distance(spot) ? best : spot), undefined);
}

/**
 * The one spot that Tab reaches: the last one with the focus, else the first that can be clicked, else the last move's,
 * else the first.
 */
export function tabStop(drawing: Drawing, offered: ReadonlySet<string>, focused: string, lastMove: readonly string[]): string | undefined {
  const ids = new Set(drawing.spots.map(({ id }) => id));
  const [firstOffered] = drawing.spots.filter(({ id }) => offered.has(id));
  return [focused, firstOffered?.id, lastMove.at(-1), drawing.spots[0]?.id].find((id) => id !== undefined && ids.has(id));
}
