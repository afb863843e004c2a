/** The board of a game as it is drawn: the position shown, the part of a move that was clicked, and from which side. */

import type { Drawing, Face } from "../boards/model";
import { lastMoveSpots, scene } from "../boards/scene";
import type { MoveInput } from "./move-input.svelte";
import { prefs } from "./prefs.svelte";
import type { RoomSession } from "./room.svelte";
import type { ShownPosition } from "./shown-position.svelte";

export class BoardView {
  /** By how many seats the board is turned. */
  private turned = $state(0);

  /** `face`: undefined while it is not known. */
  constructor(
    private readonly session: RoomSession,
    private readonly shown: ShownPosition,
    private readonly input: MoveInput,
    private readonly face: () => Face | undefined,
  ) {}

  readonly mayTurn = $derived.by(() => this.face()?.canFlip === true && this.seats > 1);
  /** The seat from whose side the board is seen; null: a spectator's. */
  readonly viewer = $derived.by(() => (this.turned === 0 ? this.session.state.you : (this.ownSeat + this.turned) % this.seats));
  /** The seat whose strip is below the board. */
  readonly below = $derived.by(() => (this.mayTurn ? (this.viewer ?? 0) : this.ownSeat));

  readonly drawing = $derived.by((): Drawing | undefined => {
    const [face, entry, choice, { setUp, editor, legal }] = [this.face(), this.shown.entry, this.input.choice, this.input];
    if (!face || !entry) return undefined;
    const drawn = scene(face, {
      position: this.shown.endedHand?.position ?? entry.position,
      path: choice?.picked ?? [],
      legal: choice ? legal : [],
      sent: this.sent,
      seat: this.ownSeat,
      viewer: this.viewer,
      language: prefs.language,
    });
    return setUp ? setUp.arrange(drawn, this.ownSeat, editor.arrangement) : drawn;
  });

  /** The move that led to what is shown; undefined: the game's first position. */
  readonly lastMove = $derived.by(() => this.sent ?? this.shown.entry?.moved?.move);
  readonly lastMoveSpots = $derived.by((): string[] => {
    const [face, entry] = [this.face(), this.shown.entry];
    if (!face || !entry || !this.lastMove || (face.lastMoveSpots && this.sent !== undefined)) return [];
    return lastMoveSpots(face, this.lastMove, entry.position);
  });
  /** Spots that show how the game was won, while its last position is shown. */
  readonly winningSpots = $derived.by((): string[] => {
    const { finished, history } = this.session.state;
    const wasWon = finished?.reason === "rules" && finished.scores?.some((score) => score !== finished.scores?.[0]);
    return wasWon && this.shown.isNewest ? (this.face()?.winningSpots?.(history.at(-1)?.position ?? "") ?? []) : [];
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
