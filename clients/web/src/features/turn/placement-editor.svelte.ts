/** Places pieces before the game: a tap selects a piece, a second tap moves it there, or rotates it if it is on the piece itself. */

import type { FleetPlacement } from "../../games/boards/fleet-placement";
import type { Choice } from "../../games/boards/pick";
import type { Settings } from "../../protocol";

/** The current placement: its rules, position, seat and settings. */
export interface PlacementContext {
  fleetPlacement: FleetPlacement;
  position: string;
  seat: number;
  settings: Settings;
}

/** Storage of the arrangement across a reload. */
export interface SavedPlacement {
  read(): string[] | null;
  write(pieces: readonly string[]): void;
}

/** The arrangement of a game's pieces in session storage. */
export function savedPlacement(game: string): SavedPlacement {
  const key = `zeitnot.layout.${game}`;
  return {
    read() {
      try {
        return sessionStorage.getItem(key)?.split(" ") ?? null;
      } catch {
        return null; // a browser without storage
      }
    },
    write(pieces) {
      try {
        sessionStorage.setItem(key, pieces.join(" "));
      } catch {
        // Without storage the arrangement is lost on a reload.
      }
    },
  };
}

export class PlacementEditor {
  private chosen = $state.raw<string[] | null>(null);
  /** The pieces that were last moved or rotated, empty if that was impossible; null: nothing was tried. */
  rearranged = $state.raw<string[] | null>(null);
  private held = $state<string | null>(null);
  /** The pieces that are still to be sent, after the user has confirmed. */
  private unsent = $state.raw<string[]>([]);

  /** `current`: the placement; undefined if no pieces can be placed at the moment. */
  constructor(
    private readonly current: () => PlacementContext | undefined,
    private readonly saved: SavedPlacement,
  ) {
    this.chosen = saved.read();
  }

  /** All pieces, those that have been sent first. */
  readonly pieces = $derived.by((): readonly string[] => {
    const context = this.current();
    if (!context) return [];
    const placed = context.fleetPlacement.placedPieces(context.position, context.seat);
    const agrees = placed.every((piece, index) => this.chosen?.[index] === piece);
    return this.chosen !== null && agrees ? this.chosen : context.fleetPlacement.randomLayout(placed, context.settings, Math.random);
  });

  get isSending(): boolean {
    return this.unsent.length > 0;
  }

  get hasSelection(): boolean {
    return this.held !== null;
  }

  /** The position with the arranged pieces; undefined: no pieces are being placed. */
  readonly position = $derived.by((): string | undefined => {
    const context = this.current();
    return context?.fleetPlacement.withPieces(context.position, context.seat, this.pieces);
  });

  /** What can be clicked. */
  readonly choice = $derived.by((): Choice => {
    const context = this.current();
    const held = this.held;
    const movable = context && !this.isSending ? this.pieces.slice(context.fleetPlacement.placedPieces(context.position, context.seat).length) : [];
    return {
      picked: held === null ? [] : [held],
      done: [],
      held: new Set(held === null ? [] : [held]),
      targets: new Set(held === null ? [] : context?.fleetPlacement.targets(this.pieces, held, context.settings)),
      sources: new Set(movable.flatMap((piece) => context?.fleetPlacement.spotsOf(piece, context.seat) ?? [])),
    };
  });

  click(spot: string): void {
    const context = this.current();
    if (!context) return;
    if (this.held === spot) this.rotate();
    else if (this.held !== null && this.choice.targets.has(spot)) {
      this.rearrange(context.fleetPlacement.movePiece(this.pieces, this.held, spot, context.settings));
      this.held = null;
    } else if (this.choice.sources.has(spot)) {
      this.rearrange([...this.pieces]);
      this.rearranged = null;
      this.held = spot;
    }
  }

  /** Rotates the selected piece. */
  rotate(): void {
    const context = this.current();
    if (context && this.held !== null) this.rearrange(context.fleetPlacement.rotatePiece(this.pieces, this.held, context.settings));
  }

  /** Rearranges at random all pieces that have not been sent. */
  shuffle(): void {
    const context = this.current();
    this.held = null;
    if (context) this.rearrange(context.fleetPlacement.randomLayout(context.fleetPlacement.placedPieces(context.position, context.seat), context.settings, Math.random));
  }

  /** Stores the arrangement shown, even the initial random one, so that messages of the server and a reload do not change it. */
  keep(): void {
    const pieces = this.pieces;
    if (!this.current() || pieces === this.chosen) return;
    this.chosen = [...pieces];
    this.saved.write(pieces);
  }

  private rearrange(pieces: string[]): void {
    const before = this.pieces;
    this.rearranged = pieces.filter((piece) => !before.includes(piece));
    this.chosen = pieces;
    this.saved.write(pieces);
  }

  /** Queues all pieces, to be sent one after the other. */
  send(): void {
    const context = this.current();
    this.held = null;
    this.chosen = [...this.pieces];
    if (context) this.unsent = this.pieces.slice(context.fleetPlacement.placedPieces(context.position, context.seat).length);
  }

  /** Takes the next piece to send. If it is not a legal move, the queue is dropped, so that the user can rearrange the rest. */
  next(legal: readonly string[]): string | undefined {
    const [piece, ...rest] = this.unsent;
    if (piece === undefined || legal.length === 0) return undefined;
    this.unsent = legal.includes(piece) ? rest : [];
    return legal.includes(piece) ? piece : undefined;
  }
}
