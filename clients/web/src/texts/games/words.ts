/** The words that a game, or all of them, has for what the server names, by that name. */

type Words = Record<string, string>;

export interface GameWords {
  /** Settings and their values. */
  settings: Words;
  /** Pieces by their look and, after a blank, their kind, or by their look alone. */
  pieces: Words;
  seats: Words;
  /** Moves that name no place on the board. */
  moves: Words;
  ends: Words;
}
