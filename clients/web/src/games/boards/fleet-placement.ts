/** Pieces that are laid out before a game. */

import type { Settings } from "../../protocol";

/**
 * Pieces that a seat lays out before its first other move, one a move: all are arranged on the page and then sent one by
 * one. A piece is written as the move that lays it out; `held` is the spot at which one was taken up.
 */
export interface FleetPlacement {
  /** Whether these legal moves lay out pieces. */
  applies(legal: readonly string[]): boolean;
  /** Whether a move laid out a piece, be it hidden; those of a seat share a cell of the list of moves. */
  isPlacement(move: string): boolean;
  /** The pieces of a seat that lie already; they stay. */
  placedPieces(position: string, seat: number): string[];
  /** A random layout of all pieces; `random` gives numbers in [0, 1). */
  randomLayout(placed: readonly string[], settings: Settings, random: () => number): string[];
  /** The spots on which a piece lies. */
  spotsOf(piece: string, seat: number): string[];
  /** Where the piece that is held may be moved to. */
  targets(pieces: readonly string[], held: string, settings: Settings): string[];
  /** The pieces after that, and after the piece held has been turned; the same if it cannot be. */
  movePiece(pieces: readonly string[], held: string, to: string, settings: Settings): string[];
  rotatePiece(pieces: readonly string[], held: string, settings: Settings): string[];
  /** The position with these pieces of a seat. */
  withPieces(position: string, seat: number, pieces: readonly string[]): string;
}
