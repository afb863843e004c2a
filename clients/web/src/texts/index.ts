/** The page's languages. A new one is a file that satisfies `Texts`, a line here, and the texts of each game. */

import { type Texts, en } from "./en";
import type { GameTexts } from "./games/model";
import { zhHans } from "./zh-hans";
import { zhHant } from "./zh-hant";

export type Language = "en" | "zh-Hans" | "zh-Hant";
export type { GameTexts, Texts };

/** The texts of one game in each language. */
export type GameTranslations = Record<Language, Partial<GameTexts>>;

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
