/**
 * The languages of the page. A new one needs a file that satisfies `Texts`, entries here, and texts of each game. English is
 * part of the page; other languages are loaded on demand.
 */

import { type Texts, en } from "./en";
import type { GameTexts } from "./games/model";

export type Language = "en" | "zh-Hans" | "zh-Hant";
export type { GameTexts, Texts };

/** The texts of one game in each language. */
export type GameTranslations = Record<Language, Partial<GameTexts>>;

const loaders: Partial<Record<Language, () => Promise<Texts>>> = {
  "zh-Hans": async () => (await import("./zh-hans")).zhHans,
  "zh-Hant": async () => (await import("./zh-hant")).zhHant,
};
const loaded = new Map<Language, Texts>();

/** The texts of each language: English until `loadTexts` has loaded them. */
export const texts: Readonly<Record<Language, Texts>> = {
  en,
  get "zh-Hans"() {
    return loaded.get("zh-Hans") ?? en;
  },
  get "zh-Hant"() {
    return loaded.get("zh-Hant") ?? en;
  },
};

/** Loads the texts of a language, unless they are loaded already. Rejects on failure. */
export async function loadTexts(language: Language): Promise<void> {
  const load = loaders[language];
  if (load && !loaded.has(language)) loaded.set(language, await load());
}

/** Each language by its own name. */
export const LANGUAGES: [Language, string][] = [
  ["en", "English"],
  ["zh-Hans", "简体中文"],
  ["zh-Hant", "繁體中文"],
];

export function isLanguage(tag: string): tag is Language {
  return tag in texts;
}
