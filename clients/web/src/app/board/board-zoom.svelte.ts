/**
 * The viewport of a board, and the gestures that change it: two fingers zoom, one finger pans a zoomed board, or drags a
 * stone that awaits confirmation to another point. The click that ends a gesture is ignored.
 */

import type { Point } from "../../games/boards/drag";
import type { Area } from "../../games/boards/model";
import { centreOn, panIntoView, isInView, nextZoom, panBy, fullBoard, zoomFactor, zoomAt } from "../../games/boards/zoom";

/** A pointer that moves less than this has clicked (CSS pixels). */
const SLACK = 8;
/** A stone can be dragged from within this distance (CSS pixels), or from within a cell (board units). */
const [REACH, CELL] = [22, 10];

/** A gesture in progress, with the viewport, the position and the spread of the pointers when it began. */
type Gesture =
  | { kind: "pan"; viewport: Area; at: Point }
  | { kind: "pinch"; viewport: Area; at: Point; spread: number }
  | { kind: "drag"; at: Point };

interface Size {
  width: number;
  height: number;
}

export class BoardZoom {
  private zoomed = $state.raw<Area | null>(null);
  /** The position of the pointer that drags a stone (board units); null: none does. */
  dragged = $state.raw<Point | null>(null);
  private pointers = new Map<number, Point>();
  private gesture: Gesture | null = null;
  private hasMoved = false;

  /** `board`: its size in board units; `screenRect`: its place on the screen. */
  constructor(
    private readonly board: () => Size,
    private readonly screenRect: () => DOMRect | undefined,
  ) {}

  readonly viewport = $derived.by((): Area => this.zoomed ?? fullBoard(this.board()));
  readonly isZoomed = $derived.by(() => this.zoomed !== null);

  reset(): void {
    this.zoomed = null;
  }

  /** Zooms one step in or out, centred on `point` or on the current centre. */
  step(zoomIn: boolean, point?: Point): void {
    const { x, y, width, height } = this.viewport;
    const zoom = nextZoom(zoomFactor(this.board(), this.viewport), this.pixelsPerUnit(fullBoard(this.board())) * CELL, zoomIn);
    this.show(centreOn(this.board(), zoom, point ?? { x: x + width / 2, y: y + height / 2 }));
  }

  /** Pans a zoomed board so that a point is in view, with some margin. */
  follow(point: Point): void {
    if (this.zoomed) this.show(panIntoView(this.board(), this.zoomed, point));
  }

  /** Pans only if a point is out of view, so as not to disturb a user who looks at another part. */
  bringIntoView(point: Point): void {
    if (!isInView(this.viewport, point)) this.follow(point);
  }

  // ── pointers ──
  /** Returns whether the press starts a pinch, so that it is not a click. `candidate`: the point of the stone that awaits confirmation. */
  press(event: PointerEvent, candidate: Point | undefined): boolean {
    const at = { x: event.clientX, y: event.clientY };
    if (event.button !== 0) return false;
    if (this.pointers.size === 0) this.hasMoved = false;
    this.pointers.set(event.pointerId, at);
    const [first, second] = [...this.pointers.values()];
    if (first && second) this.gesture = { kind: "pinch", viewport: this.viewport, at: middle(first, second), spread: distance(first, second) };
    else if (candidate && this.isNear(candidate, at)) this.gesture = { kind: "drag", at };
    else this.gesture = this.zoomed ? { kind: "pan", viewport: this.zoomed, at } : null;
    return this.gesture?.kind === "pinch";
  }

  /** Returns whether the movement is part of a gesture. */
  move(event: PointerEvent): boolean {
    if (!this.gesture || !this.pointers.has(event.pointerId)) return false;
    const at = { x: event.clientX, y: event.clientY };
    this.pointers.set(event.pointerId, at);
    this.hasMoved ||= this.gesture.kind === "pinch" || distance(at, this.gesture.at) > SLACK;
    if (!this.hasMoved) return false;
    if (this.gesture.kind === "pinch") this.pinch(this.gesture);
    else if (this.gesture.kind === "drag") this.dragged = this.toBoardUnits(at);
    else this.pan(this.gesture, at);
    return true;
  }

  release(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    this.gesture = null;
    this.dragged = null;
  }

  /** Whether the click that ends the last press is part of a gesture. */
  get endsGesture(): boolean {
    return this.hasMoved;
  }

  /** Whether the browser must not scroll or zoom the page with these fingers. */
  blocksScrolling(fingers: number): boolean {
    return fingers > 1 || this.gesture !== null;
  }

  private pan({ viewport, at }: { viewport: Area; at: Point }, pointer: Point): void {
    const scale = this.pixelsPerUnit(viewport);
    this.show(panBy(this.board(), viewport, (at.x - pointer.x) / scale, (at.y - pointer.y) / scale));
  }

  private pinch({ viewport, at, spread }: { viewport: Area; at: Point; spread: number }): void {
    const [first, second] = [...this.pointers.values()];
    if (!first || !second) return;
    const centre = middle(first, second);
    const zoom = (zoomFactor(this.board(), viewport) * distance(first, second)) / Math.max(1, spread);
    const zoomed = zoomAt(this.board(), viewport, zoom, this.toBoardUnits(at, viewport));
    const scale = this.pixelsPerUnit(zoomed);
    this.show(panBy(this.board(), zoomed, (at.x - centre.x) / scale, (at.y - centre.y) / scale));
  }

  private show(viewport: Area): void {
    this.zoomed = viewport.width > this.board().width * 0.98 ? null : viewport;
  }

  private isNear(candidate: Point, at: Point): boolean {
    const gap = distance(candidate, this.toBoardUnits(at));
    return gap < CELL || gap * this.pixelsPerUnit(this.viewport) < REACH;
  }

  /** A point of the screen in board units. */
  private toBoardUnits({ x, y }: Point, viewport = this.viewport): Point {
    const screenRect = this.screenRect();
    const scale = this.pixelsPerUnit(viewport);
    return { x: viewport.x + (x - (screenRect?.x ?? 0)) / scale, y: viewport.y + (y - (screenRect?.y ?? 0)) / scale };
  }

  /** CSS pixels per board unit. */
  private pixelsPerUnit(viewport: Area): number {
    return (this.screenRect()?.width ?? viewport.width) / viewport.width;
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
