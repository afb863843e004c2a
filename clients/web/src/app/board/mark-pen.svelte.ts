/** The right mouse button draws arrows and circles on a board; they last until the next move or a left click. */

import { type Mark, toggleMark } from "../../games/boards/marks";

export class MarkPen {
  private drawn = $state.raw<{ step: string; marks: Mark[] }>({ step: "", marks: [] });
  /** The mark that is being drawn, which shows where it would be. */
  private begun = $state.raw<Mark | null>(null);
  private pressed = false;

  /** `step` changes with each move. */
  constructor(private readonly step: () => string) {}

  /** All marks shown. */
  get marks(): Mark[] {
    const [marks, begun] = [this.kept, this.begun];
    return begun ? [...marks.filter(({ from, to }) => from !== begun.from || to !== begun.to), begun] : marks;
  }

  get isDrawing(): boolean {
    return this.begun !== null;
  }

  /** The right button is pressed over a spot, or beside all of them. */
  press(spot: string | undefined): void {
    this.pressed = true;
    this.begun = spot === undefined ? null : { from: spot, to: spot };
  }

  /** The pointer is over this spot now. */
  over(spot: string | undefined): void {
    if (this.begun && spot !== undefined && spot !== this.begun.to) this.begun = { from: this.begun.from, to: spot };
  }

  /** The button is released. */
  release(): void {
    if (this.begun) this.drawn = { step: this.step(), marks: toggleMark(this.kept, this.begun) };
    this.begun = null;
  }

  clear(): void {
    if (this.kept.length > 0) this.drawn = { step: "", marks: [] };
  }

  /** Whether a context menu that opens now was called by the button that draws: not by the keyboard or a finger. */
  ownsMenu(): boolean {
    const owns = this.pressed;
    this.pressed = false;
    return owns;
  }

  private get kept(): Mark[] {
    return this.drawn.step === this.step() ? this.drawn.marks : [];
  }
}
