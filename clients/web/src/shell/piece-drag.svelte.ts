/** A piece dragged over a board. While the pointer moves, only the piece's own transform changes: nothing is drawn anew. */

import { type Grip, type Point, moveGrip, startGrip } from "../boards/drag";

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
  private grip: Grip | null = null;
  private piece: SVGElement | null = null;
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
    this.grip = startGrip(spot, this.pointer(event));
  }

  /** Moves the piece; whether the drag starts with this. */
  move(event: PointerEvent): boolean {
    if (!this.grip) return false;
    const before = this.grip;
    this.grip = moveGrip(before, this.pointer(event), SLACK);
    if (!this.grip.moved) return false;
    this.hasMoved = true;
    this.spot = this.grip.spot;
    this.place(this.grip.at);
    if (!before.moved) this.svg()?.setPointerCapture(event.pointerId);
    return !before.moved;
  }

  /** Ends the drag; the spot from which the piece came, or null: it was not dragged. The caller plays the move, then releases it. */
  drop(): string | null {
    const from = this.grip?.moved ? this.grip.spot : null;
    this.grip = null;
    return from;
  }

  /** Puts the piece back where its spot is. */
  release(): void {
    this.grip = null;
    this.spot = null;
    this.piece?.style.removeProperty("transform");
    this.piece = null;
  }

  private pointer(event: PointerEvent): Point {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.toBoard);
    return { x, y };
  }

  private place({ x, y }: Point): void {
    if (!this.piece?.isConnected) this.piece = this.svg()?.querySelector<SVGElement>(`[data-piece="${this.spot}"]`) ?? null;
    if (this.piece) this.piece.style.transform = `translate(${x}px, ${y}px)`;
  }
}
