/** Games that are played in several hands. */

import type { Piece } from "./pieces";

/** How a hand ended. */
export interface HandEnd {
  /** Null: a split pot. */
  winner: number | null;
  gain: number;
  /** A key of `Texts.engine.units`. */
  unit: string;
  /** A key of `GameTexts.ends`. */
  reason: string;
  /** The cards of a showdown, the winner's first. */
  shown: Omit<Piece, "spot">[];
  /** The names of both hands (keys of `GameTexts.pieces`), if the game has such names. */
  ranks?: string[];
}

/** The state of a game that is played in several hands. */
export interface HandState {
  /** The number of the hand, from 1 (after the game: of the last one), and the number of all hands. */
  number: number;
  total: number;
  /** The chips that can be won; null: no hand is being played. */
  pot: number | null;
  /** What each seat has left to bet, if that limits its bets. */
  stacks?: number[];
  /** The cards of each seat that the viewer can see. */
  cards: Omit<Piece, "spot">[][];
  /** The public cards. */
  board?: Omit<Piece, "spot">[];
  /** The previous hand: its number, its end, and the position at its end, with the cards. */
  previous: { number: number; end: HandEnd; position: string } | null;
}
