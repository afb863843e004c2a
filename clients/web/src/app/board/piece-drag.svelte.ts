/**
 * A piece dragged over a board. The drag image is an element above the page, and only its transform changes while the
 * pointer moves. Moving the piece within the board's svg would cause a layout at each step.
 */

import { type Grip, type Point, moveGrip, startGrip } from "../../games/boards/drag";

/** A pointer that moves less than this has clicked (board units). */
const SLACK = 1.2;

/** The position of a pointer in board units. */
export function pointOf(svg: SVGSVGElement, event: MouseEvent): Point {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
  return { x, y };
}

export class PieceDrag {
  /** The spot of the dragged piece; null: none is dragged. */
  spot = $state.raw<string | null>(null);
  /** Whether the last press became a drag, so that the click that ends it is ignored. */
  hasMoved = false;
  /** CSS pixels per board unit, at the press. */
  scale = 1;
  private grip: Grip | null = null;
  private image: SVGElement | null = null;
  private pointer = { x: 0, y: 0 };
  /** Window to board coordinates, read once at the press: reading it again would force a layout at each step. */
  private toBoard: DOMMatrix | undefined;

  constructor(private readonly svg: () => SVGSVGElement | undefined) {}

  /** Whether a button or finger is down on a piece. */
  get isHeld(): boolean {
    return this.grip !== null;
  }

  press(event: PointerEvent, spot: string): void {
    const svg = this.svg();
    if (!svg) return;
    this.toBoard = svg.getScreenCTM()?.inverse();
    this.scale = 1 / (this.toBoard?.a ?? 1);
    this.grip = startGrip(spot, this.at(event));
  }

  /** Moves the piece; returns whether this movement starts the drag. */
  move(event: PointerEvent): boolean {
    if (!this.grip) return false;
    const before = this.grip;
    this.grip = moveGrip(before, this.at(event), SLACK);
    if (!this.grip.moved) return false;
    this.hasMoved = true;
    this.spot = this.grip.spot;
    this.positionImage();
    if (!before.moved) this.svg()?.setPointerCapture(event.pointerId);
    return !before.moved;
  }

  /** Svelte attachment for the drag image, which is positioned at the window's corner: makes it follow the pointer. */
  attachImage = (image: SVGElement): (() => void) => {
    this.image = image;
    this.positionImage();
    return () => (this.image = null);
  };

  /** Ends the drag; returns the spot from which the piece came, or null if it was not dragged. */
  drop(): string | null {
    const from = this.grip?.moved ? this.grip.spot : null;
    this.grip = null;
    this.spot = null;
    return from;
  }

  private at(event: PointerEvent): Point {
    this.pointer = { x: event.clientX, y: event.clientY };
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.toBoard);
    return { x, y };
  }

  private positionImage(): void {
    if (this.image) this.image.style.transform = `translate(${this.pointer.x}px, ${this.pointer.y}px) translate(-50%, -50%)`;
  }
}
