/** A seat lays out its pieces: a piece that was tapped goes where the next tap is, and turns where it is tapped again. */

import type { FleetPlacement } from "../../games/boards/fleet-placement";
import type { Choice } from "../../games/boards/pick";
import type { Settings } from "../../protocol";

/** What is laid out now: by which rules of the page, for which seat, in which position. */
export interface PlacementContext {
  fleetPlacement: FleetPlacement;
  position: string;
  seat: number;
  settings: Settings;
}

/** Where the arrangement is while the page is reloaded. */
export interface SavedPlacement {
  read(): string[] | null;
  write(pieces: readonly string[]): void;
}

/** How the pieces of a game are arranged before it, in the tab's storage. */
export function savedPlacement(game: string): SavedPlacement {
  const key = `zeitnot.layout.${game}`;
  return {
    read() {
      try {
        return sessionStorage.getItem(key)?.split(" ") ?? null;
      } catch {
        return null; // a browser may refuse all storage
      }
    },
    write(pieces) {
      try {
        sessionStorage.setItem(key, pieces.join(" "));
      } catch {
        // The pieces are then arranged anew when the page is reloaded.
      }
    },
  };
}

export class PlacementEditor {
  private chosen = $state.raw<string[] | null>(null);
  /** The pieces that were last moved or turned, none if that could not be; null: nothing was tried. */
  rearranged = $state.raw<string[] | null>(null);
  private held = $state<string | null>(null);
  /** The pieces that have still to be sent, once the user has said so. */
  private unsent = $state.raw<string[]>([]);

  /** `now`: undefined when nothing can be laid out. */
  constructor(
    private readonly now: () => PlacementContext | undefined,
    private readonly saved: SavedPlacement,
  ) {
    this.chosen = saved.read();
  }

  /** All pieces, those that lie already first. */
  readonly pieces = $derived.by((): readonly string[] => {
    const now = this.now();
    if (!now) return [];
    const placed = now.fleetPlacement.placedPieces(now.position, now.seat);
    const agrees = placed.every((piece, index) => this.chosen?.[index] === piece);
    return this.chosen !== null && agrees ? this.chosen : now.fleetPlacement.randomLayout(placed, now.settings, Math.random);
  });

  get isSending(): boolean {
    return this.unsent.length > 0;
  }

  get hasSelection(): boolean {
    return this.held !== null;
  }

  /** The position with the pieces as they are arranged; undefined: nothing is laid out. */
  readonly position = $derived.by((): string | undefined => {
    const now = this.now();
    return now?.fleetPlacement.withPieces(now.position, now.seat, this.pieces);
  });

  /** What can be clicked. */
  readonly choice = $derived.by((): Choice => {
    const now = this.now();
    const held = this.held;
    const loose = now && !this.isSending ? this.pieces.slice(now.fleetPlacement.placedPieces(now.position, now.seat).length) : [];
    return {
      picked: held === null ? [] : [held],
      done: [],
      held: new Set(held === null ? [] : [held]),
      targets: new Set(held === null ? [] : now?.fleetPlacement.targets(this.pieces, held, now.settings)),
      sources: new Set(loose.flatMap((piece) => now?.fleetPlacement.spotsOf(piece, now.seat) ?? [])),
    };
  });

  click(spot: string): void {
    const now = this.now();
    if (!now) return;
    if (this.held === spot) this.rotate();
    else if (this.held !== null && this.choice.targets.has(spot)) {
      this.rearrange(now.fleetPlacement.movePiece(this.pieces, this.held, spot, now.settings));
      this.held = null;
    } else if (this.choice.sources.has(spot)) {
      this.rearrange([...this.pieces]);
      this.rearranged = null;
      this.held = spot;
    }
  }

  /** Turns the piece that is held. */
  rotate(): void {
    const now = this.now();
    if (now && this.held !== null) this.rearrange(now.fleetPlacement.rotatePiece(this.pieces, this.held, now.settings));
  }

  /** Arranges all pieces anew that do not lie yet. */
  shuffle(): void {
    const now = this.now();
    this.held = null;
    if (now) this.rearrange(now.fleetPlacement.randomLayout(now.fleetPlacement.placedPieces(now.position, now.seat), now.settings, Math.random));
  }

  /** Keeps the arrangement shown, be it the first random one, whatever is heard of the game, and when the page is reloaded. */
  keep(): void {
    const pieces = this.pieces;
    if (!this.now() || pieces === this.chosen) return;
    this.chosen = [...pieces];
    this.saved.write(pieces);
  }

  private rearrange(pieces: string[]): void {
    const before = this.pieces;
    this.rearranged = pieces.filter((piece) => !before.includes(piece));
    this.chosen = pieces;
    this.saved.write(pieces);
  }

  /** Sends the pieces, one after the other, as they can be played. */
  send(): void {
    const now = this.now();
    this.held = null;
    this.chosen = [...this.pieces];
    if (now) this.unsent = this.pieces.slice(now.fleetPlacement.placedPieces(now.position, now.seat).length);
  }

  /** The next piece to send, if it is among the legal moves; if it is not, the rest has to be arranged again. */
  next(legal: readonly string[]): string | undefined {
    const [piece, ...rest] = this.unsent;
    if (piece === undefined || legal.length === 0) return undefined;
    this.unsent = legal.includes(piece) ? rest : [];
    return legal.includes(piece) ? piece : undefined;
  }
}
