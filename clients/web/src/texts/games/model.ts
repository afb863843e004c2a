/** The texts for what the server names, by that name: of one game, or shared by all. */

import type { Settings } from "../../protocol";

type TextsByName = Record<string, string>;

/** What is said and offered while pieces are laid out. */
interface FleetPlacementTexts {
  title: string;
  hint: string;
  turn: string;
  random: string;
  done: string;
  /** What is left of a free first turn. */
  free: (seconds: number) => string;
  /** All pieces of a seat, in the list of moves. */
  listed: string;
  /** Read aloud: where a piece, written as its move, lies now; and that it can not be moved or turned so. */
  lies: (piece: string) => string;
  stays: string;
}

export interface GameTexts {
  /** Settings and their values. */
  settings: TextsByName;
  /** Pieces by their look and, after a blank, their kind, or by their look alone. */
  pieces: TextsByName;
  seats: TextsByName;
  /** A seat's name that depends on the settings; undefined: that of `seats`. */
  seatOf?: (seat: string, settings: Settings) => string | undefined;
  /** Why the side to move may not play on the spots that are crossed out. */
  forbidden?: string;
  /** Moves that name no spot: they are buttons. */
  moves: TextsByName;
  ends: TextsByName;
  /** How a game ended in a word that is not among `ends`, such as one with numbers; undefined: not known either. */
  endOf?: (word: string) => string | undefined;
  /** What the automatic choice of a setting comes to with these settings; undefined: it has none, or another value. */
  automatic?: (setting: string, settings: Settings) => string | undefined;
  /** Whether a setting means nothing with these settings: it is then not offered, and not said. */
  isVoid?: (setting: string, settings: Settings) => boolean;
  /** Of a game that may begin at a position of one's own: what it is called, what it may look like, and
   * why it is refused, by the server's sentence for that; undefined: the sentence is not known. */
  ownPosition?: { name: string; example: string; refused?: (sentence: string) => string | undefined };
  /** The rules that are played, where there are several, in a few words. */
  rules?: string;
  /** The time left of a turn that costs none, and what happens at its end. */
  uncharged?: (seconds: number) => string;
  fleetPlacement?: FleetPlacementTexts;
  /** What has happened where the server has played this move, since the time of such a turn had run out. */
  timedOut?: TextsByName;
}
