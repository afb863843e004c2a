/**
 * Dragging a piece with mouse or finger: pressed on a spot, moved far enough, released. Pure.
 *
 * Points are in board units; a pointer that moves less than `slack` clicks.
 */

import type { Drawing } from "./model";

export interface Point {
  x: number;
  y: number;
}

/** A pointer pressed on a spot; `moved` once it is a drag. */
export interface Grip {
  spot: string;
  from: Point;
  at: Point;
  moved: boolean;
}

export function grip(spot: string, from: Point): Grip {
  return { spot, from, at: from, moved: false };
}

/** The grip with the pointer elsewhere. */
export function dragged(held: Grip, at: Point, slack: number): Grip {
  const far = Math.hypot(at.x - held.from.x, at.y - held.from.y) > slack;
  return { ...held, at, moved: held.moved || far };
}

/** The spot under a point. */
export function spotAt(drawing: Drawing, { x, y }: Point): string | undefined {
  return drawing.spots.find((spot) => Math.max(Math.abs(spot.x - x), Math.abs(spot.y - y)) <= spot.half)?.id;
}
