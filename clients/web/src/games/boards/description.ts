/** What a screen reader says of a position, beside the move that led to it. */

import type { Settings } from "../../protocol";
import type { Language } from "../../texts";
import type { Piece } from "./pieces";

export interface Listener {
  /** The seat of who listens; null: a spectator. */
  viewer: number | null;
  language: Language;
  settings: Settings;
  nameOf(seat: number): string;
  pieceName(piece: Omit<Piece, "spot">): string;
}

export interface PositionDescription {
  /** What the last move has led to. */
  happened: string[];
  /** What a player who is to move sees. */
  visible: string[];
}
