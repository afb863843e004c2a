/** The page's languages. A new one is a file that satisfies `Texts`, a line here, and the words of each game. */

import { type Texts, en } from "./en";
import type { GameWords } from "./games/words";
import { zhHans } from "./zh-hans";
import { zhHant } from "./zh-hant";

export type Language = "en" | "zh-Hans" | "zh-Hant";
export type { GameWords, Texts };

/** The words that are one game's own. */
export type GameTexts = Record<Language, Partial<GameWords>>;

export const texts: Record<Language, Texts> = { en, "zh-Hans": zhHans, "zh-Hant": zhHant };

/** Each language by its own name. */
export const LANGUAGES: [Language, string][] = [
  ["en", "English"],
  ["zh-Hans", "简体中文"],
  ["zh-Hant", "繁體中文"],
];

export function isLanguage(tag: string): tag is Language {
  return tag in texts;
}
