/** Texts for names that the server sends; those of one game, or shared by all games. */

import type { Settings } from "../../protocol";

type TextsByName = Record<string, string>;

/** The texts for placing pieces before the game. */
interface FleetPlacementTexts {
  title: string;
  hint: string;
  rotate: string;
  random: string;
  done: string;
  /** The time left of a free first turn. */
  freeTurn: (seconds: number) => string;
  /** All placements of a seat, in the move list. */
  inMoveList: string;
  /** For screen readers: the new place of a piece, and that a piece does not fit where it was to be moved or rotated. */
  placed: (piece: string) => string;
  doesNotFit: string;
}

export interface GameTexts {
  /** Settings and their values. */
  settings: TextsByName;
  /** Pieces by their look, or by their look and kind, separated by a space. */
  pieces: TextsByName;
  seats: TextsByName;
  /** A seat's name if it depends on the settings; undefined: that of `seats`. */
  seatOf?: (seat: string, settings: Settings) => string | undefined;
  /** Why the side to move cannot play on forbidden spots. */
  forbidden?: string;
  /** The labels of moves that are buttons. */
  moves: TextsByName;
  ends: TextsByName;
  /** A text for an end that is not in `ends`, such as one with numbers; undefined: unknown. */
  endOf?: (word: string) => string | undefined;
  /** The name of a setting's value that is not among `settings`; undefined: the value itself. */
  valueText?: (setting: string, value: string | number | boolean) => string | undefined;
  /** The label of a number that is none of the values of a setting that have names. */
  ownNumber?: Record<string, string>;
  /** The value of an automatic setting, given the others; undefined: the setting is not automatic. */
  automatic?: (setting: string, settings: Settings) => string | undefined;
  /** Whether a setting has no effect with these settings, so that it is not shown. */
  isVoid?: (setting: string, settings: Settings) => boolean;
  /** For games with custom start positions: the label of the field, an example, and translations of the server's reasons for
   * refusing one (undefined: unknown). */
  ownPosition?: { name: string; example: string; refused?: (sentence: string) => string | undefined };
  /** The name of the rules, in games with several. */
  rules?: string;
  /** The time left of an uncharged turn, and what happens at its end. */
  uncharged?: (seconds: number) => string;
  fleetPlacement?: FleetPlacementTexts;
  /** Texts for moves that the server played because the time of an uncharged turn ran out. */
  timedOut?: TextsByName;
}
