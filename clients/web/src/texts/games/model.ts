/** The texts for what the server names, by that name: of one game, or shared by all. */

type TextsByName = Record<string, string>;

export interface GameTexts {
  /** Settings and their values. */
  settings: TextsByName;
  /** Pieces by their look and, after a blank, their kind, or by their look alone. */
  pieces: TextsByName;
  seats: TextsByName;
  /** Moves that name no spot: they are buttons. */
  moves: TextsByName;
  ends: TextsByName;
  /** How a game ended in a word that is not among `ends`, such as one with numbers; undefined: not known either. */
  endOf?: (word: string) => string | undefined;
}
