/** Which position of a game is shown: the newest one, an earlier one, or the end of a hand for a moment. */

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
  /** Whether the user has gone to a position on this page. */
  private hasChosen = false;
  readonly pause = new Pause();

  /** Must be made while a component is. `gameView`: undefined while it is not known. `initialPly`: shown first; null:
   * the newest. */
  constructor(
    private readonly session: RoomSession,
    private readonly gameView: () => GameView | undefined,
    initialPly: number | null = null,
  ) {
    this.chosenPly = $state(initialPly);
    if (initialPly !== null) this.followOwnGame(initialPly);
    $effect(() => {
      const room = session.state;
      const [newest, goesOn] = [this.newestPly, isSynced(room) && isInProgress(room)];
      untrack(() => this.pause.update(newest, (ply) => this.pauseAt(ply), goesOn && !isLowOnTime(room, performance.now())));
    });
    $effect(() => () => this.pause.cancel());
  }

  readonly newestPly = $derived.by(() => Math.max(0, this.session.state.history.length - 1));
  readonly ply = $derived.by(() => Math.min(this.chosenPly ?? this.pause.ply ?? this.newestPly, this.newestPly));
  readonly isNewest = $derived.by(() => this.ply === this.newestPly && (this.pause.ply === null || this.pause.isOpen));
  /** Whether moves can be chosen: in the newest position, also while a full trick is shown. */
  readonly acceptsMoves = $derived.by(() => this.isNewest || (this.pause.isOpen && this.chosenPly === null));
  readonly entry = $derived.by((): HistoryEntry | undefined => this.session.state.history[this.ply]);

  /** The history as far as it is shown: during a pause nothing of what has followed. */
  readonly history = $derived.by((): HistoryEntry[] => {
    const { history } = this.session.state;
    return this.pause.ply === null ? history : history.slice(0, this.pause.ply + 1);
  });

  /** The hand in a position, of a game that is played in hands. */
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

  /** A link to a move is for looking: the newest position, and a game that one plays, are shown as they go on. */
  private followOwnGame(linkedPly: number): void {
    $effect(() => {
      const room = this.session.state;
      const plays = isSynced(room) && room.you !== null && isInProgress(room);
      const isNewest = room.summary !== null && linkedPly >= untrack(() => this.newestPly);
      if ((plays || isNewest) && !this.hasChosen) this.chosenPly = null;
    });
  }

  /** How the position after a ply is shown before the game goes on; null: it goes on at once. */
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
