/**
 * A piece dragged over a board. While the pointer moves, only the transform of the piece's picture changes, which lies
 * over the page: nothing is laid out or drawn anew. Within the board's svg each step would be a layout.
 */

import { type Grip, type Point, moveGrip, startGrip } from "../../games/boards/drag";

/** A pointer that moves less clicks (board units). */
const SLACK = 1.2;

/** A pointer's place in board units. */
export function pointOf(svg: SVGSVGElement, event: MouseEvent): Point {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
  return { x, y };
}

export class PieceDrag {
  /** The spot of the piece in the hand; it changes when a drag starts and when it ends. */
  spot = $state.raw<string | null>(null);
  /** Whether the last press became a drag, so that the click that ends it means nothing. */
  hasMoved = false;
  /** Pixels to a board unit, at the press. */
  scale = 1;
  private grip: Grip | null = null;
  private image: SVGElement | null = null;
  private pointer = { x: 0, y: 0 };
  /** From the window to the board, as it was at the press: to ask again would have the page laid out at each step. */
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

  /** Moves the piece; whether the drag starts with this. */
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

  /** Attached to the picture of the piece, at the window's corner: it follows the pointer. */
  attachImage = (image: SVGElement): (() => void) => {
    this.image = image;
    this.positionImage();
    return () => (this.image = null);
  };

  /** Lets go; the spot from which the piece came, or null: it was not dragged. */
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
