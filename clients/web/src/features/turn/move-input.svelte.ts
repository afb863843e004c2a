/** The input of moves: what can be played now, and the half-clicked move. */

import { untrack } from "svelte";

import { TAP_DELAY_MS } from "../../app/browser/press";
import { playableMoves, seatToMove } from "../../app/room/room";
import { prefs } from "../../app/state/prefs.svelte";
import type { GameView, Look, Promotion } from "../../games/boards/model";
import { afterClick, choices, completeChoice, defaultPath, isButtonMove, completedMoves, withoutLastStep } from "../../games/boards/pick";
import type { ShownPosition } from "../record/shown-position.svelte";
import type { RoomSession } from "../session/room.svelte";
import { ArrangementEditor } from "./arrangement-editor.svelte";
import { PlacementEditor, type PlacementContext, savedPlacement } from "./placement-editor.svelte";

/** The time for which a forced pass is shown before it is played (ms). */
const FORCED_PASS_MS = 2000;

export class MoveInput {
  /** The spots clicked so far, and the moves among which the user chooses a promotion. */
  picked = $state.raw<string[]>([]);
  private promoting = $state.raw<string[]>([]);
  /** The move that awaits confirmation: a stone that is shown, or a move with a question. */
  private unconfirmedMove = $state.raw<string | undefined>();
  /** Whether the last click was on a forbidden point. */
  refused = $state(false);
  /** Whether a move has just been confirmed, so that a second tap was probably meant for that button. */
  justConfirmed = $state(false);
  readonly editor = new ArrangementEditor(() => this.pieceArrangement, () => this.seat);
  readonly placementEditor: PlacementEditor;

  /** Must be created while a component is initialised. `gameView`: undefined while unknown. */
  constructor(
    private readonly session: RoomSession,
    private readonly shown: ShownPosition,
    private readonly gameView: () => GameView | undefined,
  ) {
    this.placementEditor = new PlacementEditor(() => this.placement, savedPlacement(session.state.game));
    $effect(() => {
      void this.legal;
      this.drop();
      untrack(() => this.preselectOnlyMove());
    });
    $effect(() => {
      const piece = this.placementEditor.next(this.legal);
      if (piece !== undefined) untrack(() => this.play(piece));
    });
    $effect(() => this.placementEditor.keep());
    $effect(() => {
      if (!this.forcedPass) return;
      const timer = setTimeout(() => this.play(this.forcedPass ?? ""), FORCED_PASS_MS);
      return () => clearTimeout(timer);
    });
  }

  readonly legal = $derived.by(() => (this.shown.acceptsMoves && this.session.status !== "dismissed" ? playableMoves(this.session.state) : []));
  readonly pieceArrangement = $derived.by(() => (this.gameView()?.pieceArrangement?.applies(this.legal) ? this.gameView()?.pieceArrangement : undefined));
  /** The current placement of pieces, which continues while a piece is being sent. */
  readonly placement = $derived.by((): PlacementContext | undefined => {
    const [fleetPlacement, { state }] = [this.gameView()?.fleetPlacement, this.session];
    const isOwnTurn = state.phase === "running" && seatToMove(state) === state.you && this.shown.isNewest;
    if (!fleetPlacement || !isOwnTurn || this.position === undefined || !fleetPlacement.applies(state.legal)) return undefined;
    return { fleetPlacement, position: this.position, seat: this.seat, settings: state.summary?.settings ?? {} };
  });
  /** Moves that name no spot: a pass, the actions with the cube. */
  readonly buttonMoves = $derived.by(() => {
    const gameView = this.gameView();
    return gameView && !this.pieceArrangement && !this.placement ? this.legal.filter((move) => isButtonMove(gameView, move, this.position ?? "")) : [];
  });
  /** The forced pass, in games in which the page plays it. */
  readonly forcedPass = $derived.by(() => (this.gameView()?.playsForcedPass && this.legal.length === 1 ? this.buttonMoves[0] : undefined));
  /** A complete clicked move that awaits confirmation. */
  readonly unconfirmed = $derived.by(() => {
    const gameView = this.gameView();
    return gameView?.confirmsTurn && this.picked.length > 0 ? completedMoves(gameView, this.legal, this.picked, this.position)[0] : undefined;
  });
  readonly choice = $derived.by(() => {
    const gameView = this.gameView();
    if (this.unconfirmed !== undefined) return completeChoice(this.picked);
    return gameView && this.legal.length > 0 && !this.pieceArrangement && !this.placement ? choices(gameView, this.legal, this.picked, this.position) : undefined;
  });
  readonly promotions = $derived.by((): Promotion[] => this.gameView()?.promotions?.(this.promoting, this.seat) ?? []);

  /** The stone that a click would add; undefined: none. */
  readonly ghost = $derived.by((): Look | undefined => {
    if (this.gameView()?.showsGhost) return this.gameView()?.looks[this.seat];
    const stone = this.legal.find((move) => this.isStone(move));
    return stone === undefined ? undefined : this.gameView()?.stoneOf?.(stone, this.seat);
  });
  /** The spot of the stone that awaits confirmation. */
  readonly candidate = $derived.by(() => (this.unconfirmedMove !== undefined && this.isStone(this.unconfirmedMove) ? this.gameView()?.moveSpots(this.unconfirmedMove)[0] : undefined));
  /** The move that awaits confirmation, and its question; undefined: none. */
  readonly confirmation = $derived.by(() => (this.unconfirmedMove === undefined ? undefined : { move: this.unconfirmedMove, question: this.questionOf(this.unconfirmedMove) }));

  /** Discards the half-clicked move and all questions about it. */
  drop(): void {
    this.picked = [];
    this.promoting = [];
    this.unconfirmedMove = undefined;
    this.refused = false;
  }

  /** Shows that the clicked point is forbidden, until another is chosen. */
  refuse(): void {
    this.drop();
    this.refused = true;
  }

  /** Plays a move that was chosen on the board or with a button, or asks for its confirmation. */
  request(move: string): void {
    this.refused = false;
    const needsConfirmation = this.questionOf(move) !== undefined || (prefs.confirmsStones && this.isStone(move));
    if (needsConfirmation && this.unconfirmedMove !== move) this.unconfirmedMove = move;
    else this.play(move);
  }

  /** Plays a typed move, which needs confirmation only if it has a question. */
  requestTyped(move: string): void {
    if (this.questionOf(move) === undefined) this.play(move);
    else this.request(move);
  }

  /** Moves the unconfirmed stone to another point. */
  adjust(spot: string): void {
    const gameView = this.gameView();
    const move = gameView && completedMoves(gameView, this.legal, [spot], this.position).find((one) => this.isStone(one));
    if (move !== undefined) this.unconfirmedMove = move;
  }

  play(move: string): void {
    this.promoting = [];
    this.unconfirmedMove = undefined;
    if (this.shown.pause.allowsMoves) this.shown.pause.resume();
    this.session.send({ type: "move", move });
  }

  /** Plays the complete clicked move. */
  confirm(): void {
    if (this.unconfirmed === undefined) return;
    this.play(this.unconfirmed);
    this.justConfirmed = true;
    setTimeout(() => (this.justConfirmed = false), TAP_DELAY_MS);
  }

  /** Undoes the last step of the half-clicked move. */
  undo(): void {
    const gameView = this.gameView();
    if (gameView) this.picked = withoutLastStep(gameView, this.legal, this.picked, this.position);
  }

  click(spot: string): void {
    const [gameView, choice] = [this.gameView(), this.choice];
    if (this.pieceArrangement) return this.editor.click(spot);
    if (this.placement) return this.placementEditor.click(spot);
    if (!choice || !gameView) return;
    const { path, moves } = afterClick(gameView, this.legal, choice, spot, this.position);
    if (moves.length === 1 && !(gameView.confirmsTurn && !prefs.autoConfirm)) return this.request(moves[0] ?? "");
    this.picked = path;
    if (gameView.confirmsTurn) return;
    if (moves.length > 1) this.promoting = moves;
  }

  /** Shows the only legal move at once, if it has to be confirmed anyway. */
  private preselectOnlyMove(): void {
    const [gameView, [only]] = [this.gameView(), this.legal];
    if (gameView?.confirmsTurn && !prefs.autoConfirm && this.legal.length === 1 && only) this.picked = defaultPath(gameView, only, this.position);
  }

  private isStone(move: string): boolean {
    return this.gameView()?.stoneOf?.(move, this.seat) !== undefined;
  }

  private questionOf(move: string): string | undefined {
    return this.gameView()?.question?.(move, this.position ?? "", prefs.language);
  }

  private get position(): string | undefined {
    return this.shown.entry?.position;
  }

  private get seat(): number {
    return this.session.state.you ?? 0;
  }
}
