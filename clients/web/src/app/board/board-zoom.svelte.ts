/**
 * The part of a board that is shown, and the pointers on it: two fingers zoom, one moves what is shown where the board is
 * zoomed, and a stone that waits to be confirmed is dragged to another point. What was a gesture is not a click.
 */

import type { Point } from "../../games/boards/drag";
import type { Area } from "../../games/boards/model";
import { centredOn, following, isInView, nextZoom, panned, wholeBoard, zoomOf, zoomedTo } from "../../games/boards/zoom";

/** A finger that moves less clicks (CSS pixels). */
const SLACK = 8;
/** A stone to be dragged is taken up within this distance, or within a cell (CSS pixels; board units). */
const [REACH, CELL] = [22, 10];

/** What the pointers are doing; `view`: the part shown, `at` and `apart`: where they were, when it began. */
type Gesture =
  | { kind: "pan"; view: Area; at: Point }
  | { kind: "pinch"; view: Area; at: Point; apart: number }
  | { kind: "drag"; at: Point };

interface Size {
  width: number;
  height: number;
}

export class BoardZoom {
  private chosen = $state.raw<Area | null>(null);
  /** Whether a stone is being dragged, and where the pointer is (board units). */
  dragged = $state.raw<Point | null>(null);
  private pointers = new Map<number, Point>();
  private gesture: Gesture | null = null;
  private hasMoved = false;

  /** `board`: its size in board units; `area`: where it is on the screen. */
  constructor(
    private readonly board: () => Size,
    private readonly area: () => DOMRect | undefined,
  ) {}

  readonly view = $derived.by((): Area => this.chosen ?? wholeBoard(this.board()));
  readonly isZoomed = $derived.by(() => this.chosen !== null);

  whole(): void {
    this.chosen = null;
  }

  /** One step in or out to a point, which comes to the middle; without one the middle stays where it is. */
  step(inward: boolean, point?: Point): void {
    const { x, y, width, height } = this.view;
    const zoom = nextZoom(zoomOf(this.board(), this.view), this.pixels(wholeBoard(this.board())) * CELL, inward);
    this.show(centredOn(this.board(), zoom, point ?? { x: x + width / 2, y: y + height / 2 }));
  }

  /** Moves what is shown so that a point is well in view. */
  follow(point: Point): void {
    if (this.chosen) this.show(following(this.board(), this.chosen, point));
  }

  /** Moves what is shown only if a point is not in view: who looks at a part of the board keeps it. */
  bringIntoView(point: Point): void {
    if (!isInView(this.view, point)) this.follow(point);
  }

  // ── pointers ──
  /** `candidate`: where the stone is that waits to be confirmed. Whether the pointers now do something else than clicking. */
  press(event: PointerEvent, candidate: Point | undefined): boolean {
    const at = { x: event.clientX, y: event.clientY };
    if (event.button !== 0) return false;
    if (this.pointers.size === 0) this.hasMoved = false;
    this.pointers.set(event.pointerId, at);
    const [first, second] = [...this.pointers.values()];
    if (first && second) this.gesture = { kind: "pinch", view: this.view, at: middle(first, second), apart: distance(first, second) };
    else if (candidate && this.isNear(candidate, at)) this.gesture = { kind: "drag", at };
    else this.gesture = this.chosen ? { kind: "pan", view: this.chosen, at } : null;
    return this.gesture?.kind === "pinch";
  }

  /** Whether it was part of a gesture. */
  move(event: PointerEvent): boolean {
    if (!this.gesture || !this.pointers.has(event.pointerId)) return false;
    const at = { x: event.clientX, y: event.clientY };
    this.pointers.set(event.pointerId, at);
    this.hasMoved ||= this.gesture.kind === "pinch" || distance(at, this.gesture.at) > SLACK;
    if (!this.hasMoved) return false;
    if (this.gesture.kind === "pinch") this.pinch(this.gesture);
    else if (this.gesture.kind === "drag") this.dragged = this.onBoard(at);
    else this.pan(this.gesture, at);
    return true;
  }

  release(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    this.gesture = null;
    this.dragged = null;
  }

  /** Whether the click that ends the last press belongs to a gesture. */
  get endsGesture(): boolean {
    return this.hasMoved;
  }

  /** Whether the browser must not scroll or zoom the page with these fingers. */
  holds(fingers: number): boolean {
    return fingers > 1 || this.gesture !== null;
  }

  private pan({ view, at }: { view: Area; at: Point }, now: Point): void {
    const scale = this.pixels(view);
    this.show(panned(this.board(), view, (at.x - now.x) / scale, (at.y - now.y) / scale));
  }

  private pinch({ view, at, apart }: { view: Area; at: Point; apart: number }): void {
    const [first, second] = [...this.pointers.values()];
    if (!first || !second) return;
    const now = middle(first, second);
    const zoom = (zoomOf(this.board(), view) * distance(first, second)) / Math.max(1, apart);
    const zoomed = zoomedTo(this.board(), view, zoom, this.onBoard(at, view));
    const scale = this.pixels(zoomed);
    this.show(panned(this.board(), zoomed, (at.x - now.x) / scale, (at.y - now.y) / scale));
  }

  private show(view: Area): void {
    this.chosen = view.width > this.board().width * 0.98 ? null : view;
  }

  private isNear(candidate: Point, at: Point): boolean {
    const away = distance(candidate, this.onBoard(at));
    return away < CELL || away * this.pixels(this.view) < REACH;
  }

  /** A point of the screen in board units. */
  private onBoard({ x, y }: Point, view = this.view): Point {
    const area = this.area();
    const scale = this.pixels(view);
    return { x: view.x + (x - (area?.x ?? 0)) / scale, y: view.y + (y - (area?.y ?? 0)) / scale };
  }

  /** CSS pixels a board unit. */
  private pixels(view: Area): number {
    return (this.area()?.width ?? view.width) / view.width;
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
