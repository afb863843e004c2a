/** The rules of a game for learners: short texts by language, and pictures drawn from positions. */

import type { Settings } from "../protocol";
import type { Language } from "./index";

/** The sections of the rules, in order: the goal, a turn, the end, and what this server adds, such as draws, settings and
 * notation. */
export const RULES_SECTIONS = ["goal", "turn", "end", "here"] as const;
export type RulesSection = (typeof RULES_SECTIONS)[number];

export interface RulesPicture {
  section: RulesSection;
  /** A position in the game's notation, which its view draws as a spectator sees it. */
  position: string;
  /** The settings, if they are not the defaults. */
  settings?: Settings;
  /** The spot of a piece and all spots to which it can move; without `from`, the spots of all moves. They are tinted. */
  from?: string;
  to?: string[];
  /** Other spots that are tinted. */
  marked?: string[];
  /** Empty spots on which the side to move cannot play. They are crossed out. */
  forbidden?: string[];
  /** Describes the picture, also for screen readers. */
  caption: Record<Language, string>;
}

/** Paragraphs by section. Moves, as they can be typed, are in backquotes. */
export interface RulesTexts extends Record<RulesSection, string[]> {
  /** Hints for the first game: none, one for all seats, or one per seat. */
  hints: string[];
}

export interface GameRules {
  pictures: RulesPicture[];
  texts: Record<Language, RulesTexts>;
}
