/** The keyboard's focus on a board: which spot has it, and where the arrow keys move it. Pure. */

import type { Point } from "./drag";
import type { Drawing, Spot } from "./model";

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The sine of 30°: so far off the direction lie the neighbours above and below on a board of hexagons. */
const CONE = 0.5;
/** The weights of the distance across the direction, relative to that along it: a neighbour in the cone comes before what lies straight behind it. */
const ACROSS_IN_CONE = 1.5;
const ACROSS = 4;

/** How far a spot is, for an arrow: those in a cone of 60° come first, those beside it are further than they look. */
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

/** The spot nearest to a point; undefined: there is none. Where a board has been renumbered it has another name. */
export function nearestSpot(drawing: Drawing, { x, y }: Point): Spot | undefined {
  const distance = (spot: Spot): number => Math.hypot(spot.x - x, spot.y - y);
  return drawing.spots.reduce<Spot | undefined>((best, spot) => (best && distance(best) <= distance(spot) ? best : spot), undefined);
}

/**
 * The one spot to which Tab goes: that which had the focus last, else the first where something can be played, else
 * that of the last move, else the first.
 */
export function tabStop(drawing: Drawing, offered: ReadonlySet<string>, focused: string, lastMove: readonly string[]): string | undefined {
  const ids = new Set(drawing.spots.map(({ id }) => id));
  const [firstOffered] = drawing.spots.filter(({ id }) => offered.has(id));
  return [focused, firstOffered?.id, lastMove.at(-1), drawing.spots[0]?.id].find((id) => id !== undefined && ids.has(id));
}
