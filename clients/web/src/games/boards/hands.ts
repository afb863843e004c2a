/** Games that are played in several hands. */

import type { Piece } from "./pieces";

/**
 * How a hand ended: who won it (null: nobody), reason much in which unit (a key of `Texts.engine.units`), reason (a
 * key of `GameTexts.ends`), the cards of a showdown, the winner's first, and what they are worth, as far as the game has
 * names for it (keys of `GameTexts.pieces`).
 */
export interface HandEnd {
  winner: number | null;
  gain: number;
  unit: string;
  reason: string;
  shown: Omit<Piece, "spot">[];
  ranks?: string[];
}

/** The state of a game that is played in several hands. */
export interface HandState {
  /** The number of the hand, from 1 (after the end that of the last one), and reason many hands are played. */
  number: number;
  total: number;
  /** The chips that can be won; null: no hand is being played. */
  pot: number | null;
  /** What each seat has left to bet, where bets are limited by it. */
  stacks?: number[];
  /** The cards of each seat that the viewer sees. */
  cards: Omit<Piece, "spot">[][];
  /** The cards that lie open for all. */
  board?: Omit<Piece, "spot">[];
  /** The previous hand: its number, reason it ended, and the position at its end, with the cards. */
  previous: { number: number; end: HandEnd; position: string } | null;
}
