/** Pieces that a player places before the first turn, as in Battleship. */

import type { Settings } from "../../protocol";

/**
 * Each placement is a move. The user arranges all pieces on the page, which then sends the moves one by one. A piece is
 * written as the move that places it; `held` is the spot at which a piece was picked up.
 */
export interface FleetPlacement {
  /** Whether these legal moves place pieces. */
  applies(legal: readonly string[]): boolean;
  /** Whether a move places a piece, which may be hidden. All placements of a seat share one cell of the move list. */
  isPlacement(move: string): boolean;
  /** A seat's pieces that have been sent already, and can no longer be moved. */
  placedPieces(position: string, seat: number): string[];
  /** A random layout of all pieces; `random` gives numbers in [0, 1). */
  randomLayout(placed: readonly string[], settings: Settings, random: () => number): string[];
  /** The spots on which a piece lies. */
  spotsOf(piece: string, seat: number): string[];
  /** The spots to which the held piece can be moved. */
  targets(pieces: readonly string[], held: string, settings: Settings): string[];
  /** All pieces after the held one has been moved, or rotated; unchanged if that is impossible. */
  movePiece(pieces: readonly string[], held: string, to: string, settings: Settings): string[];
  rotatePiece(pieces: readonly string[], held: string, settings: Settings): string[];
  /** The position with these pieces of a seat. */
  withPieces(position: string, seat: number, pieces: readonly string[]): string;
}
