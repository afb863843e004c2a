/** The pieces that a board can draw. */

/** The suits of a playing card. */
export type Suit = "spades" | "hearts" | "diamonds" | "clubs";

/**
 * How a piece is drawn; every look differs from the others by more than its colour. `seat-0` to `seat-5` are
 * pieces of a seat, with a text on them or without. `card` is a card with a text, or of a suit; `card-back` one
 * that lies face down. `chip` is a chip with a number or without, `dealer` the button of who deals. `custom-SIDE` is a side of the pieces that a game brings along (`GameView.Pieces`).
 */
export type Look =
  | "cross"
  | "ring"
  | "black"
  | "white"
  | "red"
  | "blue"
  | "red-stone"
  | "blue-stone"
  | `seat-${number}`
  | "card"
  | `card-${Suit}`
  | "card-back"
  | "chip"
  | "dealer"
  | `custom-${string}`;

/**
 * `text`: a number, a card's rank, or the kind of a piece by its letter. `half`: half its cell, where it is not that of
 * its spot. `name`: what a screen reader calls it, where look and text do not say it.
 */
export interface Piece {
  spot: string;
  look: Look;
  text?: string;
  half?: number;
  name?: string;
}
