/** The right mouse button draws arrows and circles on a board; they last until the next move or a left click. */

import { type Mark, toggleMark } from "../../games/boards/marks";

export class MarkPen {
  private drawn = $state.raw<{ step: string; marks: Mark[] }>({ step: "", marks: [] });
  /** The mark that is being drawn, which shows where it would be. */
  private current = $state.raw<Mark | null>(null);
  private pressed = false;

  /** `step` changes with each move. */
  constructor(private readonly step: () => string) {}

  /** All marks shown. */
  get marks(): Mark[] {
    const [marks, current] = [this.savedMarks, this.current];
    return current ? [...marks.filter(({ from, to }) => from !== current.from || to !== current.to), current] : marks;
  }

  get isDrawing(): boolean {
    return this.current !== null;
  }

  /** The right button is pressed over a spot, or beside all of them. */
  press(spot: string | undefined): void {
    this.pressed = true;
    this.current = spot === undefined ? null : { from: spot, to: spot };
  }

  /** The pointer is over this spot now. */
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

  /** Whether a context menu that opens now was called by the button that draws: not by the keyboard or a finger. */
  claimContextMenu(): boolean {
    const opensMenu = this.pressed;
    this.pressed = false;
    return opensMenu;
  }

  private get savedMarks(): Mark[] {
    return this.drawn.step === this.step() ? this.drawn.marks : [];
  }
}
