/** Arranges pieces before the first move: a click on one piece and then on another swaps them. */

import { swapPieces } from "../../games/boards/arrangement";
import type { PieceArrangement } from "../../games/boards/model";
import type { Choice } from "../../games/boards/pick";

export class ArrangementEditor {
  private chosen = $state.raw<string[] | null>(null);
  private held = $state<string | null>(null);

  /** `pieceArrangement`: undefined if pieces cannot be arranged now. */
  constructor(
    private readonly pieceArrangement: () => PieceArrangement | undefined,
    private readonly seat: () => number,
  ) {}

  get arrangement(): readonly string[] {
    return this.chosen ?? this.pieceArrangement()?.defaultArrangement(this.seat()) ?? [];
  }

  set arrangement(to: readonly string[]) {
    this.chosen = [...to];
  }

  /** The move that makes the arrangement. */
  get move(): string {
    return this.pieceArrangement()?.move(this.arrangement) ?? "";
  }

  /** What can be clicked. */
  get choice(): Choice {
    const held = new Set(this.held === null ? [] : [this.held]);
    return { picked: [], done: [], held, targets: new Set<string>(), sources: new Set(this.spots) };
  }

  click(spot: string): void {
    if (this.held === null) this.held = spot;
    else {
      this.arrangement = swapPieces(this.arrangement, this.spots.indexOf(this.held), this.spots.indexOf(spot));
      this.held = null;
    }
  }

  private get spots(): string[] {
    return this.pieceArrangement()?.spots(this.seat()) ?? [];
  }
}
