/** What a screen reader says about a position, in addition to the move that led to it. */

import type { Settings } from "../../protocol";
import type { Language } from "../../texts";
import type { Piece } from "./pieces";

export interface Listener {
  /** The listener's seat; null: a spectator. */
  viewer: number | null;
  language: Language;
  settings: Settings;
  nameOf(seat: number): string;
  pieceName(piece: Omit<Piece, "spot">): string;
}

export interface PositionDescription {
  /** The consequences of the last move. */
  happened: string[];
  /** What the listener sees now, such as a hand and the trump. */
  visible: string[];
}
