/** The part of a board that is shown: the whole, or a viewport of the same shape in it, in board units. Pure. */

import type { Point } from "./drag";
import { type Area, type Drawing, HALF, type Label } from "./model";

/** How many times larger than the whole board a part may be shown. */
export const MAX_ZOOM = 4;
/** A cell that a finger hits: the first step makes cells at least so large (CSS pixels). */
export const MIN_TOUCH_CELL = 34;
/** Below this a board is offered to be zoomed (CSS pixels a spot). */
const SMALL_SPOT = 30;
/** Each further step. */
const STEP = 1.4;
/** A spot nearer to the edge than this is not well in view (board units). */
const EDGE_MARGIN = 10;

interface Size {
  width: number;
  height: number;
}

export function fullBoard({ width, height }: Size): Area {
  return { x: 0, y: 0, width, height };
}

/** How many times larger than on the whole board. */
export function zoomFactor(board: Size, viewport: Area): number {
  return board.width / viewport.width;
}

/** Whether most points of a board so wide (CSS pixels) are missed by fingers; a long spot is hit however narrow it is. */
export function hasSmallSpots({ spotKind, spots, width }: Pick<Drawing, "spotKind" | "spots" | "width">, pixels: number): boolean {
  const sizes = spots.map(({ half, area }) => Math.max(area?.width ?? 0, area?.height ?? 0, 2 * half)).sort((a, b) => a - b);
  const median = sizes[Math.floor(sizes.length / 2)];
  return spotKind === "points" && median !== undefined && pixels > 0 && (median * pixels) / width < SMALL_SPOT;
}

function clamp(min: number, value: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

/** The viewport of this shape that is nearest, and does not leave the board. */
function clampToBoard(board: Size, { x, y, width, height }: Area): Area {
  return { x: clamp(0, x, board.width - width), y: clamp(0, y, board.height - height), width, height };
}

/** The viewport `zoom` times larger than the whole board; what is at `anchor` stays there. */
export function zoomAt(board: Size, viewport: Area, zoom: number, anchor: Point): Area {
  const next = clamp(1, zoom, MAX_ZOOM);
  const [width, height] = [board.width / next, board.height / next];
  const [across, down] = [(anchor.x - viewport.x) / viewport.width, (anchor.y - viewport.y) / viewport.height];
  return clampToBoard(board, { x: anchor.x - across * width, y: anchor.y - down * height, width, height });
}

/** The viewport `zoom` times larger than the whole board with a point in its middle, as far as the board's edges allow. */
export function centreOn(board: Size, zoom: number, { x, y }: Point): Area {
  const next = clamp(1, zoom, MAX_ZOOM);
  const [width, height] = [board.width / next, board.height / next];
  return clampToBoard(board, { x: x - width / 2, y: y - height / 2, width, height });
}

/** Whether a spot of a cell is wholly in view. */
export function isInView(viewport: Area, { x, y }: Point): boolean {
  const [dx, dy] = [x - viewport.x, y - viewport.y];
  return dx >= HALF && dy >= HALF && dx <= viewport.width - HALF && dy <= viewport.height - HALF;
}

/** The zoom one step further in or out; `cell`: the pixels of a cell of the whole board. */
export function nextZoom(zoom: number, cell: number, zoomIn: boolean): number {
  const first = Math.max(STEP, MIN_TOUCH_CELL / cell);
  if (zoomIn) return zoom < first - 0.01 ? first : Math.min(MAX_ZOOM, zoom * STEP);
  return zoom / STEP < first - 0.01 ? (zoom > first + 0.01 ? first : 1) : zoom / STEP;
}

/** The viewport moved by so many board units. */
export function panBy(board: Size, viewport: Area, dx: number, dy: number): Area {
  return clampToBoard(board, { ...viewport, x: viewport.x + dx, y: viewport.y + dy });
}

/** The viewport moved as little as needed so that a point is well in view. */
export function panIntoView(board: Size, viewport: Area, { x, y }: Point): Area {
  return clampToBoard(board, {
    ...viewport,
    x: clamp(x + EDGE_MARGIN - viewport.width, viewport.x, x - EDGE_MARGIN),
    y: clamp(y + EDGE_MARGIN - viewport.height, viewport.y, y - EDGE_MARGIN),
  });
}

/** The coordinates of a part of the board: those of columns and rows relative to its upper left corner, and the others. */
export interface EdgeLabels {
  /** The width of the strips on which columns and rows are named. */
  margin: number;
  above: Label[];
  beside: Label[];
  others: Label[];
}

/** Coordinates where a part is shown `zoom` times larger: on strips as wide as the margin that they have on the whole board. */
export function edgeLabels(labels: readonly Label[], zoom: number): EdgeLabels {
  const above = labels.filter(({ edge }) => edge === "above");
  const beside = labels.filter(({ edge }) => edge === "beside");
  const margin = (2 * Math.max(0, ...above.map(({ y }) => y), ...beside.map(({ x }) => x))) / zoom;
  return {
    margin,
    above: above.map((label) => ({ ...label, y: margin / 2 })),
    beside: beside.map((label) => ({ ...label, x: margin / 2 })),
    others: labels.filter(({ edge }) => edge === undefined),
  };
}
