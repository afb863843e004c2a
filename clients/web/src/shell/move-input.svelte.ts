/** What can be played now, and the part of a move that has been clicked. */

import type { Face, Promotion } from "../boards/model";
import { afterClick, choices, isButtonMove } from "../boards/pick";
import { playableMoves } from "../core/room";
import { ArrangementEditor } from "./arrangement-editor.svelte";
import type { RoomSession } from "./room.svelte";
import type { ShownPosition } from "./shown-position.svelte";

export class MoveInput {
  /** The spots clicked so far, and the moves among which a promotion decides. */
  picked = $state.raw<string[]>([]);
  private promoting = $state.raw<string[]>([]);
  readonly editor = new ArrangementEditor(() => this.setUp, () => this.seat);

  /** Must be made while a component is. `face`: undefined while it is not known. */
  constructor(
    private readonly session: RoomSession,
    private readonly shown: ShownPosition,
    private readonly face: () => Face | undefined,
  ) {
    $effect(() => {
      void this.legal;
      this.drop();
    });
  }

  readonly legal = $derived.by(() => (this.shown.isNewest && this.session.status !== "dismissed" ? playableMoves(this.session.state) : []));
  readonly setUp = $derived.by(() => (this.face()?.setUp?.applies(this.legal) ? this.face()?.setUp : undefined));
  /** Moves that name no spot: a pass, the actions with the cube. */
  readonly buttonMoves = $derived.by(() => {
    const face = this.face();
    return face && !this.setUp ? this.legal.filter((move) => isButtonMove(face, move)) : [];
  });
  readonly choice = $derived.by(() => {
    const face = this.face();
    return face && this.legal.length > 0 && !this.setUp ? choices(face, this.legal, this.picked, this.position) : undefined;
  });
  readonly promotions = $derived.by((): Promotion[] => this.face()?.promotions?.(this.promoting, this.seat) ?? []);

  drop(): void {
    this.picked = [];
    this.promoting = [];
  }

  play(move: string): void {
    this.promoting = [];
    this.session.send({ type: "move", move });
  }

  click(spot: string): void {
    const [face, choice] = [this.face(), this.choice];
    if (this.setUp) return this.editor.click(spot);
    if (!choice || !face) return;
    const { path, moves } = afterClick(face, this.legal, choice, spot, this.position);
    if (moves.length === 1) return this.play(moves[0] ?? "");
    this.picked = path;
    if (moves.length > 1) this.promoting = moves;
  }

  private get position(): string | undefined {
    return this.shown.entry?.position;
  }

  private get seat(): number {
    return this.session.state.you ?? 0;
  }
}
