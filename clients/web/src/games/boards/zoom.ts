/** The visible part of a board (viewport), in board units: the full board, or a smaller area of the same shape. Pure. */

import type { Point } from "./drag";
import { type Area, type Drawing, HALF, type Label } from "./model";

/** The maximum zoom, relative to the full board. */
export const MAX_ZOOM = 4;
/** The size of a cell that a finger can hit (CSS pixels). The first zoom step makes cells at least this large. */
export const MIN_TOUCH_CELL = 34;
/** Boards with smaller spots than this can be zoomed (CSS pixels). */
const SMALL_SPOT = 30;
/** The factor of each further zoom step. */
const STEP = 1.4;
/** The minimum distance from the edge of a point that is panned into view (board units). */
const EDGE_MARGIN = 10;

interface Size {
  width: number;
  height: number;
}

export function fullBoard({ width, height }: Size): Area {
  return { x: 0, y: 0, width, height };
}

/** The magnification of a viewport. */
export function zoomFactor(board: Size, viewport: Area): number {
  return board.width / viewport.width;
}

/** Whether most spots of a board of this width (CSS pixels), whose spots are crossings of lines, are too small for fingers. A long spot can be hit even if it is narrow. */
export function hasSmallSpots({ spotKind, spots, width }: Pick<Drawing, "spotKind" | "spots" | "width">, pixels: number): boolean {
  const sizes = spots.map(({ half, area }) => Math.max(area?.width ?? 0, area?.height ?? 0, 2 * half)).sort((a, b) => a - b);
  const median = sizes[Math.floor(sizes.length / 2)];
  return spotKind === "points" && median !== undefined && pixels > 0 && (median * pixels) / width < SMALL_SPOT;
}

function clamp(min: number, value: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

/** The nearest viewport of the same size that is inside the board. */
function clampToBoard(board: Size, { x, y, width, height }: Area): Area {
  return { x: clamp(0, x, board.width - width), y: clamp(0, y, board.height - height), width, height };
}

/** The viewport at this zoom in which `anchor` keeps its place. */
export function zoomAt(board: Size, viewport: Area, zoom: number, anchor: Point): Area {
  const next = clamp(1, zoom, MAX_ZOOM);
  const [width, height] = [board.width / next, board.height / next];
  const [across, down] = [(anchor.x - viewport.x) / viewport.width, (anchor.y - viewport.y) / viewport.height];
  return clampToBoard(board, { x: anchor.x - across * width, y: anchor.y - down * height, width, height });
}

/** The viewport at this zoom with a point in the middle, as far as the board's edges allow. */
export function centreOn(board: Size, zoom: number, { x, y }: Point): Area {
  const next = clamp(1, zoom, MAX_ZOOM);
  const [width, height] = [board.width / next, board.height / next];
  return clampToBoard(board, { x: x - width / 2, y: y - height / 2, width, height });
}

/** Whether the cell around a point is entirely in view. */
export function isInView(viewport: Area, { x, y }: Point): boolean {
  const [dx, dy] = [x - viewport.x, y - viewport.y];
  return dx >= HALF && dy >= HALF && dx <= viewport.width - HALF && dy <= viewport.height - HALF;
}

/** The zoom one step further in or out; `cell`: the size of a cell on the full board (CSS pixels). */
export function nextZoom(zoom: number, cell: number, zoomIn: boolean): number {
  const first = Math.max(STEP, MIN_TOUCH_CELL / cell);
  if (zoomIn) return zoom < first - 0.01 ? first : Math.min(MAX_ZOOM, zoom * STEP);
  return zoom / STEP < first - 0.01 ? (zoom > first + 0.01 ? first : 1) : zoom / STEP;
}

/** The viewport moved by an offset in board units. */
export function panBy(board: Size, viewport: Area, dx: number, dy: number): Area {
  return clampToBoard(board, { ...viewport, x: viewport.x + dx, y: viewport.y + dy });
}

/** The viewport moved as little as possible so that a point is in view. */
export function panIntoView(board: Size, viewport: Area, { x, y }: Point): Area {
  return clampToBoard(board, {
    ...viewport,
    x: clamp(x + EDGE_MARGIN - viewport.width, viewport.x, x - EDGE_MARGIN),
    y: clamp(y + EDGE_MARGIN - viewport.height, viewport.y, y - EDGE_MARGIN),
  });
}

/** The coordinates of a zoomed board: those of columns and rows relative to the corner of the viewport, and the others. */
export interface EdgeLabels {
  /** The width of the strips on which columns and rows are named. */
  margin: number;
  above: Label[];
  beside: Label[];
  others: Label[];
}

/** The coordinates of a board at this zoom: on strips that look as wide as the margin of the full board. */
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
