/** The user's language and theme, stored in the browser. */

import { withSharedTexts } from "../games/game-texts";
import { type GameTexts, LANGUAGES, type Language, type Texts, isLanguage, texts } from "../texts";
import { translationsOf } from "./games.svelte";
import { store, stored } from "./storage";

export type Theme = "auto" | "light" | "dark";

function preferredLanguage(): Language {
  const known = stored("language");
  if (known && isLanguage(known)) return known;
  for (const tag of navigator.languages) {
    if (/^zh\b.*(hant|tw|hk|mo)/i.test(tag)) return "zh-Hant";
    if (/^zh\b/i.test(tag)) return "zh-Hans";
    if (/^en\b/i.test(tag)) return "en";
  }
  return "en";
}

function theme(): Theme {
  const known = stored("theme");
  return known === "light" || known === "dark" ? known : "auto";
}

class Prefs {
  language = $state<Language>(preferredLanguage());
  theme = $state<Theme>(theme());
  /** Whether a move that could still be undone is played as soon as it is complete. */
  autoConfirm = $state(stored("auto-confirm") === "on");

  /** The texts in the user's language. */
  get t(): Texts {
    return texts[this.language];
  }

  /** A game's texts in the user's language. */
  gameTexts(game: string): GameTexts {
    return withSharedTexts(translationsOf(game), this.language);
  }

  /** The locale for dates: the browser's own variant of the language, if it has one. */
  get locale(): string {
    const root = this.language.split("-")[0] ?? "en";
    return root === "zh" ? this.language : (navigator.languages.find((tag) => tag.startsWith(root)) ?? root);
  }

  setLanguage(language: Language): void {
    this.language = language;
    store("language", language);
    this.apply();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    store("theme", theme);
    this.apply();
  }

  setAutoConfirm(on: boolean): void {
    this.autoConfirm = on;
    store("auto-confirm", on ? "on" : "off");
  }

  /** Sets language and theme on the document, for styles, fonts and screen readers. */
  apply(): void {
    const root = document.documentElement;
    root.lang = this.language;
    if (this.theme === "auto") root.removeAttribute("data-theme");
    else root.dataset.theme = this.theme;
  }
}

export const prefs = new Prefs();
export { LANGUAGES };
