/** The right mouse button draws arrows and circles on a board; they last until the next move or a left click. */

import { type Mark, toggleMark } from "../../games/boards/marks";

export class MarkPen {
  private drawn = $state.raw<{ step: string; marks: Mark[] }>({ step: "", marks: [] });
  /** The mark that is being drawn. */
  private current = $state.raw<Mark | null>(null);
  private pressed = false;

  /** `step` changes with each move. */
  constructor(private readonly step: () => string) {}

  /** All marks to show. */
  get marks(): Mark[] {
    const [marks, current] = [this.savedMarks, this.current];
    return current ? [...marks.filter(({ from, to }) => from !== current.from || to !== current.to), current] : marks;
  }

  get isDrawing(): boolean {
    return this.current !== null;
  }

  /** The right button is pressed; `spot` undefined: not on any spot. */
  press(spot: string | undefined): void {
    this.pressed = true;
    this.current = spot === undefined ? null : { from: spot, to: spot };
  }

  /** The pointer has moved to this spot. */
  moveTo(spot: string | undefined): void {
    if (this.current && spot !== undefined && spot !== this.current.to) this.current = { from: this.current.from, to: spot };
  }

  /** The button is released. */
  release(): void {
    if (this.current) this.drawn = { step: this.step(), marks: toggleMark(this.savedMarks, this.current) };
    this.current = null;
  }

  clear(): void {
    if (this.savedMarks.length > 0) this.drawn = { step: "", marks: [] };
  }

  /** Whether the drawing button, and not the keyboard or a finger, caused the context menu that is about to open. */
  claimContextMenu(): boolean {
    const opensMenu = this.pressed;
    this.pressed = false;
    return opensMenu;
  }

  private get savedMarks(): Mark[] {
    return this.drawn.step === this.step() ? this.drawn.marks : [];
  }
}
