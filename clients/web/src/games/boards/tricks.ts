/** Games of cards that are played in tricks: each seat plays a card, and one of them takes all. */

export interface TrickState {
  /** The number of the trick to which the next card is played, from 1. */
  number: number;
  /** The trick whose last card has just been played, and the seat that took it; null: another one has been begun. */
  ended: { number: number; winner: number } | null;
}
