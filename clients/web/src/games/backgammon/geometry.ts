/**
 * The geometry of a backgammon board, in board units: a wooden frame with two fields of twelve points each,
 * the bar between them and the trays at the right.
 *
 * Here, points are numbered from the viewer's side: 1 at the bottom right, 24 above it.
 */

import type { Area } from "../boards/model";
import { BAR, OFF } from "./notation";

const [COLUMN, FRAME, SIDE] = [9, 5, 3];
const [BAR_WIDTH, TRAY_WIDTH] = [11, 10];
const FIELD_WIDTH = 6 * COLUMN;
const FIELD_HEIGHT = 98;
/** The left edges of the bar, and of the field to its right. */
const [BAR_LEFT, RIGHT_LEFT] = [SIDE + FIELD_WIDTH, SIDE + FIELD_WIDTH + BAR_WIDTH];
const TRAY_LEFT = RIGHT_LEFT + FIELD_WIDTH + SIDE;
export const WIDTH = TRAY_LEFT + TRAY_WIDTH + SIDE;
export const HEIGHT = FIELD_HEIGHT + 2 * FRAME;
const MIDDLE = HEIGHT / 2;
const BOTTOM = HEIGHT - FRAME;
const POINT_HEIGHT = 40;
/** Half the gap between the two trays. */
const TRAY_GAP = 1.5;

/** Checkers fill their column more than pieces fill a cell; those of a stack are `PITCH` apart. */
export const HALF_SPOT = COLUMN / 2;
export const HALF_PIECE = 5;
const PITCH = 8.4;
/** The distance from a checker's centre to the edge of the board. */
const INSET = 4.4;
/** The maximum number of checkers drawn on a point; above it the number is shown. */
export const MAX_DRAWN_CHECKERS = 5;
/** The distance from the middle to the first checker on the bar. */
const BAR_INSET = 10;

const [SLAB_HEIGHT, SLAB_PITCH, SLAB_WIDTH] = [2.4, 2.9, 8];
const CUBE_INSET = 6;
/** The offsets of two dice, or the four of a double, from the middle of their field. */
const DICE_OFFSETS = { 2: [-6.5, 6.5], 4: [-19.5, -6.5, 6.5, 19.5] } as const;

const isLow = (point: number): boolean => point <= 12;

/** The middle of a point's column. */
export function columnX(point: number): number {
  const fromRight = isLow(point) ? point - 1 : 24 - point;
  const fieldLeft = fromRight < 6 ? RIGHT_LEFT : SIDE;
  return fieldLeft + FIELD_WIDTH - ((fromRight % 6) + 0.5) * COLUMN;
}

/** The y coordinate of a point's number, on the frame. */
export function labelY(point: number): number {
  return isLow(point) ? HEIGHT - FRAME / 2 : FRAME / 2;
}

/** The centre of the n-th checker (from 0) on a point or the bar; `mine`: the viewer's, below. */
export function checkerCentre(point: number, n: number, mine: boolean): { x: number; y: number } {
  const high = Math.min(n, MAX_DRAWN_CHECKERS - 1);
  if (point === BAR) return { x: BAR_LEFT + BAR_WIDTH / 2, y: MIDDLE + (mine ? 1 : -1) * (BAR_INSET + high * PITCH) };
  if (point === OFF) return { x: TRAY_LEFT + TRAY_WIDTH / 2, y: MIDDLE + (mine ? 1 : -1) * (FIELD_HEIGHT / 4) };
  const seen = mine ? point : 25 - point;
  return { x: columnX(seen), y: isLow(seen) ? BOTTOM - INSET - high * PITCH : FRAME + INSET + high * PITCH };
}

/** The clickable area of a point or a tray; undefined: the bar, where only checkers can be clicked. */
export function areaOf(point: number, mine: boolean): Area | undefined {
  if (point === BAR) return undefined;
  if (point === OFF) return { x: TRAY_LEFT, y: mine ? MIDDLE + TRAY_GAP : FRAME, width: TRAY_WIDTH, height: FIELD_HEIGHT / 2 - TRAY_GAP };
  const seen = mine ? point : 25 - point;
  const height = FIELD_HEIGHT / 2 - 3;
  return { x: columnX(seen) - COLUMN / 2, y: isLow(seen) ? BOTTOM - height : FRAME, width: COLUMN, height };
}

/** The n-th borne-off checker (from 0), seen edge-on. */
export function slabArea(n: number, mine: boolean): Area {
  const y = mine ? BOTTOM - 1 - SLAB_HEIGHT - n * SLAB_PITCH : FRAME + 1 + n * SLAB_PITCH;
  return { x: TRAY_LEFT + (TRAY_WIDTH - SLAB_WIDTH) / 2, y, width: SLAB_WIDTH, height: SLAB_HEIGHT };
}

/** The cube on the bar: in the middle, or at the side of its owner. */
export function cubeCentre(owner: "mine" | "theirs" | null): { x: number; y: number } {
  const y = { mine: BOTTOM - CUBE_INSET, theirs: FRAME + CUBE_INSET };
  return { x: BAR_LEFT + BAR_WIDTH / 2, y: owner ? y[owner] : MIDDLE };
}

/** The middle of a field: the viewer's is at the right. */
function fieldX(mine: boolean): number {
  return (mine ? RIGHT_LEFT : SIDE) + FIELD_WIDTH / 2;
}

/** The cube while it is offered: in the field of the side that doubles. */
export function offeredCubeCentre(mine: boolean): { x: number; y: number } {
  return { x: fieldX(mine), y: MIDDLE };
}

/** The places of two dice, or the four of a double, in the field of their side. */
export function diceCentres(count: 2 | 4, mine: boolean): { x: number; y: number }[] {
  return DICE_OFFSETS[count].map((offset) => ({ x: fieldX(mine) + offset, y: MIDDLE }));
}

function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h${-width}Z`;
}

/** The frame with the bar, as a path around the fields and trays, filled by the even-odd rule. */
export const FRAME_PATH = [
  rectangle(0, 0, WIDTH, HEIGHT),
  rectangle(SIDE, FRAME, FIELD_WIDTH, FIELD_HEIGHT),
  rectangle(RIGHT_LEFT, FRAME, FIELD_WIDTH, FIELD_HEIGHT),
  rectangle(TRAY_LEFT, FRAME, TRAY_WIDTH, FIELD_HEIGHT / 2 - TRAY_GAP),
  rectangle(TRAY_LEFT, MIDDLE + TRAY_GAP, TRAY_WIDTH, FIELD_HEIGHT / 2 - TRAY_GAP),
].join("");

/** The triangles of the odd or the even points, as a path. */
export function trianglesPath(odd: boolean): string {
  const points = Array.from({ length: 24 }, (_, index) => index + 1).filter((point) => (point % 2 === 1) === odd);
  return points
    .map((point) => {
      const [left, foot, tip] = [columnX(point) - COLUMN / 2, isLow(point) ? BOTTOM : FRAME, isLow(point) ? BOTTOM - POINT_HEIGHT : FRAME + POINT_HEIGHT];
      return `M${left} ${foot}h${COLUMN}L${left + COLUMN / 2} ${tip}Z`;
    })
    .join("");
}
