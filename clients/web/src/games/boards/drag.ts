/**
 * Dragging a piece with mouse or finger: pressed on a spot, moved far enough, released. Pure.
 *
 * Points are in board units; a pointer that moves less than `slack` clicks.
 */

import type { Area, Drawing } from "./model";

export interface Point {
  x: number;
  y: number;
}

/** A pointer pressed on a spot; `moved`: it has become a drag. */
export interface Grip {
  spot: string;
  from: Point;
  at: Point;
  moved: boolean;
}

export function startGrip(spot: string, from: Point): Grip {
  return { spot, from, at: from, moved: false };
}

/** The grip after the pointer has moved. */
export function moveGrip(grip: Grip, at: Point, slack: number): Grip {
  const isFar = Math.hypot(at.x - grip.from.x, at.y - grip.from.y) > slack;
  return { ...grip, at, moved: grip.moved || isFar };
}

/** The spot under a point. */
export function spotAt(drawing: Drawing, { x, y }: Point): string | undefined {
  const isOn = ({ x: left, y: top, width, height }: Area): boolean => x >= left && x <= left + width && y >= top && y <= top + height;
  return drawing.spots.find(({ area, half, ...spot }) => isOn(area ?? { x: spot.x - half, y: spot.y - half, width: 2 * half, height: 2 * half }))?.id;
}
