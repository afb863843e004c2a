/** The drawing of a game: the position shown, with a half-clicked or pending move, as seen from one side. */

import { MediaQuery } from "svelte/reactivity";

import { prefs } from "../../app/state/prefs.svelte";
import type { PartialMove, Drawing, GameView, ShownThrow } from "../../games/boards/model";
import { moveStartingWith } from "../../games/boards/pick";
import { lastMoveSpots, scene } from "../../games/boards/scene";
import type { ShownPosition } from "../record/shown-position.svelte";
import type { RoomSession } from "../session/room.svelte";
import type { MoveInput } from "../turn/move-input.svelte";
import { shownThrows } from "./shown-throws";

/** Screens on which the board has the full height, and the panels are beside it. */
const WIDE = "(min-width: 900px), ((max-height: 520px) and (min-width: 560px))";

export class BoardView {
  /** The number of seats by which the board is rotated. */
  private rotation = $state(0);
  private readonly wide = new MediaQuery(WIDE);

  /** `gameView`: undefined while it is not known. */
  constructor(
    private readonly session: RoomSession,
    private readonly shown: ShownPosition,
    private readonly input: MoveInput,
    private readonly gameView: () => GameView | undefined,
  ) {}

  readonly canFlip = $derived.by(() => this.gameView()?.canFlip === true && this.seats > 1);
  /** The seat from whose side the board is seen; null: a spectator's view. */
  readonly viewer = $derived.by(() => (this.rotation === 0 ? this.session.state.you : (this.ownSeat + this.rotation) % this.seats));
  /** The seat whose strip is below the board. */
  readonly below = $derived.by(() => (this.canFlip ? (this.viewer ?? 0) : this.ownSeat));

  readonly drawing = $derived.by((): Drawing | undefined => {
    const [gameView, entry, choice, { pieceArrangement, editor, legal }] = [this.gameView(), this.shown.entry, this.input.choice, this.input];
    if (!gameView || !entry) return undefined;
    const position = this.shown.endedHand?.position ?? this.input.placementEditor.position ?? entry.position;
    const sceneDrawing = scene(gameView, {
      position,
      path: choice?.picked ?? [],
      legal: choice ? legal : [],
      pendingMove: this.pendingMove,
      seat: this.ownSeat,
      viewer: this.viewer,
      language: prefs.language,
      settings: this.session.state.summary?.settings ?? {},
      wide: this.wide.current,
    });
    const ended = (this.session.state.phase === "finished" && gameView.afterEnd?.(sceneDrawing, position)) || sceneDrawing;
    const drawn = this.shown.pause.allowsMoves ? { ...ended, pastSpots: [] } : ended;
    const withDice = gameView.placeDice ? { ...drawn, dice: gameView.placeDice(this.throws, this.viewer, this.partialMove) } : drawn;
    return pieceArrangement ? pieceArrangement.arrange(withDice, this.ownSeat, editor.arrangement) : withDice;
  });

  /** The throws on the board; once the user's move is pending, only the throw that it used. */
  private readonly throws = $derived.by((): ShownThrow[] => {
    const throws = shownThrows(this.session.state.history, this.shown.ply);
    return this.pendingMove === undefined ? throws : throws.slice(0, 1).map((newest) => ({ ...newest, isOver: true }));
  });
  /** The half-clicked move, if any. */
  private readonly partialMove = $derived.by((): PartialMove | undefined => {
    const [gameView, entry, path, { legal }] = [this.gameView(), this.shown.entry, this.input.choice?.picked ?? [], this.input];
    const move = gameView && entry && path.length > 0 ? moveStartingWith(gameView, legal, path, entry.position) : undefined;
    return move && entry ? { position: entry.position, path, move } : undefined;
  });

  /** The move that led to the position shown; undefined: the game's first position. */
  readonly lastMove = $derived.by(() => this.pendingMove ?? this.shown.entry?.moved?.move);
  readonly lastMoveSpots = $derived.by((): string[] => {
    const [gameView, entry] = [this.gameView(), this.shown.entry];
    if (!gameView || !entry || !this.lastMove) return [];
    if (this.pendingMove === undefined || !gameView.lastMoveSpots) return lastMoveSpots(gameView, this.lastMove, entry.position);
    // The pieces of a move that was confirmed have been shown moving already.
    return gameView.positionAfter && !gameView.confirmsTurn ? gameView.lastMoveSpots(this.pendingMove, gameView.positionAfter(entry.position, this.pendingMove)) : [];
  });
  /** Spots that show how the game was won, if its last position is shown. */
  readonly winningSpots = $derived.by((): string[] => {
    const { finished, history, summary } = this.session.state;
    const wasWon = finished?.reason === "rules" && finished.scores?.some((score) => score !== finished.scores?.[0]);
    return wasWon && this.shown.isNewest ? (this.gameView()?.winningSpots?.(history.at(-1)?.position ?? "", summary?.settings ?? {}) ?? []) : [];
  });
  /** Spots of the user's move that the server has not acknowledged. */
  readonly pendingSpots = $derived.by(() => (this.pendingMove === undefined ? [] : (this.gameView()?.moveSpots(this.pendingMove) ?? [])));
  /** Changes with each move shown. */
  readonly step = $derived.by(() => `${this.shown.ply + Number(this.pendingMove !== undefined)} ${this.lastMove}`);

  flip(): void {
    this.rotation = (this.rotation + 1) % this.seats;
  }

  /** The user's move that is shown before the server has acknowledged it. */
  private get pendingMove(): string | undefined {
    return this.shown.isNewest ? this.session.state.optimistic?.move : undefined;
  }

  private get ownSeat(): number {
    return this.session.state.you ?? 0;
  }

  private get seats(): number {
    return this.session.state.seats.length;
  }
}
