/** The board of a game as it is drawn: the position shown, the part of a move that was clicked, and from which side. */

import { MediaQuery } from "svelte/reactivity";

import { prefs } from "../../app/state/prefs.svelte";
import type { BegunMove, Drawing, GameView, ShownThrow } from "../../games/boards/model";
import { moveStartingWith } from "../../games/boards/pick";
import { lastMoveSpots, scene } from "../../games/boards/scene";
import type { ShownPosition } from "../record/shown-position.svelte";
import type { RoomSession } from "../session/room.svelte";
import type { MoveInput } from "../turn/move-input.svelte";
import { shownThrows } from "./shown-throws";

/** Where the board has the screen's height, and the panels are beside it. */
const WIDE = "(min-width: 900px), ((max-height: 520px) and (min-width: 560px))";

export class BoardView {
  /** By how many seats the board is turned. */
  private turned = $state(0);
  private readonly wide = new MediaQuery(WIDE);

  /** `face`: undefined while it is not known. */
  constructor(
    private readonly session: RoomSession,
    private readonly shown: ShownPosition,
    private readonly input: MoveInput,
    private readonly face: () => GameView | undefined,
  ) {}

  readonly mayTurn = $derived.by(() => this.face()?.canFlip === true && this.seats > 1);
  /** The seat from whose side the board is seen; null: a spectator's. */
  readonly viewer = $derived.by(() => (this.turned === 0 ? this.session.state.you : (this.ownSeat + this.turned) % this.seats));
  /** The seat whose strip is below the board. */
  readonly below = $derived.by(() => (this.mayTurn ? (this.viewer ?? 0) : this.ownSeat));

  readonly drawing = $derived.by((): Drawing | undefined => {
    const [face, entry, choice, { pieceArrangement, editor, legal }] = [this.face(), this.shown.entry, this.input.choice, this.input];
    if (!face || !entry) return undefined;
    const position = this.shown.endedHand?.position ?? this.input.layoutEditor.position ?? entry.position;
    const scenery = scene(face, {
      position,
      path: choice?.picked ?? [],
      legal: choice ? legal : [],
      sent: this.sent,
      seat: this.ownSeat,
      viewer: this.viewer,
      language: prefs.language,
      settings: this.session.state.summary?.settings ?? {},
      wide: this.wide.current,
    });
    const ended = (this.session.state.phase === "finished" && face.afterEnd?.(scenery, position)) || scenery;
    const drawn = this.shown.pause.isOpen ? { ...ended, pastSpots: [] } : ended;
    const withDice = face.placeDice ? { ...drawn, dice: face.placeDice(this.throws, this.viewer, this.begun) } : drawn;
    return pieceArrangement ? pieceArrangement.arrange(withDice, this.ownSeat, editor.arrangement) : withDice;
  });

  /** The throws on the board: those of the last move, once one's own has been sent. */
  private readonly throws = $derived.by((): ShownThrow[] => {
    const throws = shownThrows(this.session.state.history, this.shown.ply);
    return this.sent === undefined ? throws : throws.slice(0, 1).map((newest) => ({ ...newest, isOver: true }));
  });
  /** The clicked part of a move. */
  private readonly begun = $derived.by((): BegunMove | undefined => {
    const [face, entry, path, { legal }] = [this.face(), this.shown.entry, this.input.choice?.picked ?? [], this.input];
    const move = face && entry && path.length > 0 ? moveStartingWith(face, legal, path, entry.position) : undefined;
    return move && entry ? { position: entry.position, path, move } : undefined;
  });

  /** The move that led to what is shown; undefined: the game's first position. */
  readonly lastMove = $derived.by(() => this.sent ?? this.shown.entry?.moved?.move);
  readonly lastMoveSpots = $derived.by((): string[] => {
    const [face, entry] = [this.face(), this.shown.entry];
    if (!face || !entry || !this.lastMove) return [];
    if (this.sent === undefined || !face.lastMoveSpots) return lastMoveSpots(face, this.lastMove, entry.position);
    // The pieces of a turn that is confirmed have been moved before.
    return face.positionAfter && !face.confirmsTurn ? face.lastMoveSpots(this.sent, face.positionAfter(entry.position, this.sent)) : [];
  });
  /** Spots that show how the game was won, while its last position is shown. */
  readonly winningSpots = $derived.by((): string[] => {
    const { finished, history, summary } = this.session.state;
    const wasWon = finished?.reason === "rules" && finished.scores?.some((score) => score !== finished.scores?.[0]);
    return wasWon && this.shown.isNewest ? (this.face()?.winningSpots?.(history.at(-1)?.position ?? "", summary?.settings ?? {}) ?? []) : [];
  });
  /** Spots of one's own move that has not been acknowledged. */
  readonly sentSpots = $derived.by(() => (this.sent === undefined ? [] : (this.face()?.moveSpots(this.sent) ?? [])));
  /** Changes with each move shown. */
  readonly step = $derived.by(() => `${this.shown.ply + Number(this.sent !== undefined)} ${this.lastMove}`);

  turn(): void {
    this.turned = (this.turned + 1) % this.seats;
  }

  /** One's own move that is shown before its acknowledgement. */
  private get sent(): string | undefined {
    return this.shown.isNewest ? this.session.state.optimistic?.move : undefined;
  }

  private get ownSeat(): number {
    return this.session.state.you ?? 0;
  }

  private get seats(): number {
    return this.session.state.seats.length;
  }
}
