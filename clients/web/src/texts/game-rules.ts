/** The rules of one game, for who wants to learn it: short texts by language, and pictures drawn from positions. */

import type { Settings } from "../protocol";
import type { Language } from "./index";

/** The parts of every game's rules, in their order: what one plays for, how a turn goes, how it ends, and what this
 * server adds: draws, settings, how moves are written. */
export const RULES_SECTIONS = ["goal", "turn", "end", "here"] as const;
export type RulesSection = (typeof RULES_SECTIONS)[number];

export interface RulesPicture {
  section: RulesSection;
  /** A position in the game's notation, drawn by its face as a spectator sees it. */
  position: string;
  /** The settings with which it is played, where they are not the usual ones. */
  settings?: Settings;
  /** The spot of a piece, and all spots to which it may move; without `from` all spots of all moves. They are tinted. */
  from?: string;
  to?: string[];
  /** Other spots that are tinted. */
  marked?: string[];
  /** Empty spots on which the side to move may not put a piece. They are crossed out. */
  forbidden?: string[];
  /** Says in words what the picture shows; screen readers have nothing else. */
  caption: Record<Language, string>;
}

/** Paragraphs by section. A move as it can be typed stands in backquotes. */
export interface RulesTexts extends Record<RulesSection, string[]> {
  /** What to do first, for who plays the game for the first time: one text for all seats, or one a seat, or none. */
  hints: string[];
}

export interface GameRules {
  pictures: RulesPicture[];
  texts: Record<Language, RulesTexts>;
}
