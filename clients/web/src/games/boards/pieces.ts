/** The pieces that a board can draw. */

/** The suits of a playing card. */
export type Suit = "spades" | "hearts" | "diamonds" | "clubs";

/**
 * How a piece is drawn; no two looks differ only in colour. `seat-0` to `seat-5` are pieces of a seat, with or without
 * text. `card` is a card with text, or of a suit; `card-back` is a card face down. `chip` is a chip with or without a
 * number, `dealer` the dealer's button. `custom-SIDE` is drawn by the game's own component (`GameView.Pieces`).
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
 * `text`: a number, a card's rank, or the letter of the kind of piece. `half`: half its size, if that differs from its
 * spot's. `name`: what a screen reader calls it, if look and text do not determine that.
 */
export interface Piece {
  spot: string;
  look: Look;
  text?: string;
  half?: number;
  name?: string;
}
