/**
 * Dragging a piece with mouse or finger: pressed on a spot, moved far enough, released. Pure.
 *
 * Points are in board units. A pointer that moves less than `slack` has clicked.
 */

import { isLine, isOnLine } from "./lines";
import type { Area, Drawing, Spot } from "./model";

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
export function spotAt(drawing: Drawing, at: Point): string | undefined {
  return drawing.spots.find((spot) => (isLine(spot) ? isOnLine(spot, at) : contains(areaOf(spot), at)))?.id;
}

function areaOf({ area, half, x, y }: Spot): Area {
  return area ?? { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
}

function contains({ x: left, y: top, width, height }: Area, { x, y }: Point): boolean {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}
