/** The premove of the user. Only this page knows it until it is played. */

import { untrack } from "svelte";

import { newestEntry, playableMoves, ply } from "../../app/room/room";
import { prefs } from "../../app/state/prefs.svelte";
import { world } from "../../app/state/world.svelte";
import type { Drawing, GameView } from "../../games/boards/model";
import type { ShownPosition } from "../record/shown-position.svelte";
import type { RoomSession } from "../session/room.svelte";
import type { MoveInput } from "./move-input.svelte";
import { afterPremoveClick, canPremove, premoveChoice, premoveToPlay } from "./premove";

export class Premove {
  private picked = $state.raw<string[]>([]);
  /** The spots of the premove; empty: none. */
  planned = $state.raw<string[]>([]);
  /** The ply at which it was chosen, because it answers only the next move. */
  private plannedPly = 0;

  /** Must be created while a component is initialised. `gameView`, `drawing`: undefined while unknown. */
  constructor(
    private readonly session: RoomSession,
    private readonly shown: ShownPosition,
    private readonly input: MoveInput,
    private readonly gameView: () => GameView | undefined,
    private readonly drawing: () => Drawing | undefined,
  ) {
    $effect(() => {
      const legal = playableMoves(session.state);
      if (legal.length > 0) untrack(() => this.play(legal));
      else if (session.state.optimistic === null && !this.canWait) untrack(() => this.cancel());
    });
  }

  private readonly allowed = $derived.by(() => {
    const room = this.session.state;
    const hidden = world.game(room.summary?.game_type ?? "")?.hidden ?? false;
    // Stones that need confirmation cannot be premoved with one tap.
    if (this.gameView()?.stoneOf && prefs.confirmsStones) return false;
    return prefs.premove && this.session.status !== "dismissed" && canPremove(room, this.gameView(), hidden);
  });

  /** Whether the premove can wait, for the other side, or for the legal moves, which arrive shortly after the turn begins. */
  private readonly canWait = $derived.by(() => {
    const room = this.session.state;
    return (this.allowed || (prefs.premove && this.session.isYourTurn && room.phase === "running")) && this.isNextTurn;
  });

  /** What can be clicked; undefined: no premove is possible now. */
  readonly choice = $derived.by(() => {
    const [gameView, drawing] = [this.gameView(), this.drawing()];
    if (!gameView || !drawing || !this.allowed || !this.shown.isNewest) return undefined;
    return premoveChoice(this.session.state, gameView, drawing, this.picked, this.planned);
  });

  /** Whether at most one move has been played since. A page that was disconnected may have missed several, which the user may
   * have answered elsewhere. */
  private get isNextTurn(): boolean {
    const played = ply(this.session.state) - this.plannedPly;
    return played === 0 || played === 1;
  }

  click(spot: string): void {
    if (!this.choice) return;
    ({ picked: this.picked, planned: this.planned } = afterPremoveClick(this.choice, this.planned, spot));
    this.plannedPly = ply(this.session.state);
  }

  cancel(): void {
    if (this.picked.length + this.planned.length > 0) [this.picked, this.planned] = [[], []];
  }

  private play(legal: readonly string[]): void {
    const [planned, picked] = this.isNextTurn ? [this.planned, this.picked] : [[], []];
    const room = this.session.state;
    const gameView = this.gameView();
    this.cancel();
    const move = gameView && premoveToPlay(gameView, legal, planned, newestEntry(room)?.position ?? "", room.you ?? 0);
    if (move !== undefined) this.input.play(move);
    else if (picked[0] !== undefined) this.input.click(picked[0]);
  }
}
