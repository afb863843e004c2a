/** The position shown: the newest one, an earlier one, or for a moment the end of a hand. */

import { untrack } from "svelte";

import { isLowOnTime } from "../../app/room/clock";
import { type HistoryEntry, isInProgress, isSynced } from "../../app/room/room";
import { endedHand } from "../../app/room/timeline";
import type { HandState } from "../../games/boards/hands";
import type { GameView } from "../../games/boards/model";
import type { RoomSession } from "../session/room.svelte";
import { FOLD, type PauseKind, Pause, SHOWDOWN, TRICK } from "./pause.svelte";

export class ShownPosition {
  private chosenPly: number | null;
  /** Whether the user has navigated to a position on this page. */
  private hasChosen = false;
  readonly pause = new Pause();

  /** Must be created while a component is initialised. `gameView`: undefined while unknown. `initialPly`: the first ply to
   * show; null: the newest. */
  constructor(
    private readonly session: RoomSession,
    private readonly gameView: () => GameView | undefined,
    initialPly: number | null = null,
  ) {
    this.chosenPly = $state(initialPly);
    if (initialPly !== null) this.followOwnGame(initialPly);
    $effect(() => {
      const room = session.state;
      const [newest, isLive] = [this.newestPly, isSynced(room) && isInProgress(room)];
      untrack(() => this.pause.update(newest, (ply) => this.pauseAt(ply), isLive && !isLowOnTime(room, performance.now())));
    });
    $effect(() => () => this.pause.cancel());
  }

  readonly newestPly = $derived.by(() => Math.max(0, this.session.state.history.length - 1));
  readonly ply = $derived.by(() => Math.min(this.chosenPly ?? this.pause.ply ?? this.newestPly, this.newestPly));
  readonly isNewest = $derived.by(() => this.ply === this.newestPly && (this.pause.ply === null || this.pause.allowsMoves));
  /** Whether moves can be chosen: in the newest position, and while a completed trick is shown. */
  readonly acceptsMoves = $derived.by(() => this.isNewest || (this.pause.allowsMoves && this.chosenPly === null));
  readonly entry = $derived.by((): HistoryEntry | undefined => this.session.state.history[this.ply]);

  /** The history up to the end of the pause, if there is one. */
  readonly history = $derived.by((): HistoryEntry[] => {
    const { history } = this.session.state;
    return this.pause.ply === null ? history : history.slice(0, this.pause.ply + 1);
  });

  /** The hand in a position, in games that are played in hands. */
  readonly handAt = $derived.by((): ((position: string) => HandState) | undefined => {
    const [gameView, settings] = [this.gameView(), this.session.state.summary?.settings ?? {}];
    return gameView?.handState && ((position) => gameView.handState!(position, settings));
  });
  readonly hand = $derived.by(() => this.entry && this.handAt?.(this.entry.position));
  /** The hand that ended in the position shown, unless the next one is already shown. */
  readonly endedHand = $derived.by(() => (this.isNewest ? null : this.handEndedAt(this.ply)));

  /** Shows the position after `ply` moves. */
  show(ply: number): void {
    this.hasChosen = true;
    this.pause.resume();
    this.chosenPly = ply >= this.newestPly ? null : Math.max(0, ply);
    void this.session.readRecord();
  }

  /** Follows the game after opening a link to a ply, if it is the newest one, or if the user plays in the game. */
  private followOwnGame(linkedPly: number): void {
    $effect(() => {
      const room = this.session.state;
      const plays = isSynced(room) && room.you !== null && isInProgress(room);
      const isNewest = room.summary !== null && linkedPly >= untrack(() => this.newestPly);
      if ((plays || isNewest) && !this.hasChosen) this.chosenPly = null;
    });
  }

  /** The pause after a ply; null: none. */
  private pauseAt(ply: number): PauseKind | null {
    const entry = this.session.state.history[ply];
    if (entry?.moved && this.gameView()?.trickState?.(entry.position).ended) return TRICK;
    const ended = this.handEndedAt(ply)?.end;
    if (!ended) return null;
    return ended.shown.length > 0 ? SHOWDOWN : FOLD;
  }

  private handEndedAt(ply: number): HandState["previous"] {
    return endedHand(this.session.state.history, ply, this.handAt);
  }
}
