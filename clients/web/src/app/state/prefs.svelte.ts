/** The user's preferences, such as language and theme, stored in the browser. */

import { COORDINATES, type Coordinates } from "../../games/boards/coordinates";
import { PIECE_SETS, type PieceSet } from "../../games/boards/model";
import { withSharedTexts } from "../../games/game-texts";
import { type GameTexts, LANGUAGES, type Language, type Texts, isLanguage, loadTexts, texts } from "../../texts";
import { store, stored } from "../browser/storage";
import { retryLater } from "../server/retry";
import { translationsOf } from "./games.svelte";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The board themes of boards.css. */
export const BOARD_THEMES = ["classic", "blue-grey", "contrast"] as const;
export type BoardTheme = (typeof BOARD_THEMES)[number];

/** When a stone has to be confirmed before it is played. */
export const CONFIRMATIONS = ["always", "phones", "never"] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];

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

/** The stored value if it is one of these; else undefined. */
function storedChoice<T extends string>(key: string, values: readonly T[]): T | undefined {
  const known = stored(key);
  return values.find((value) => value === known);
}

const DEFAULT_VOLUME = 0.6;

function volume(): number {
  const known = Number(stored("volume"));
  return known > 0 && known <= 1 ? known : DEFAULT_VOLUME;
}

class Prefs {
  /** English until the texts of the user's language are loaded. */
  language = $state<Language>("en");
  private requestedLanguage = preferredLanguage();
  theme = $state<Theme>(storedChoice("theme", THEMES) ?? "auto");
  /** Whether a move of several pieces is played as soon as it is complete, without confirmation. */
  autoConfirm = $state(stored("auto-confirm") === "on");
  confirmation = $state<Confirmation>(storedChoice("confirmation", CONFIRMATIONS) ?? "phones");
  /** Whether premoves are enabled. */
  premove = $state(stored("premove") !== "off");
  sounds = $state(stored("sounds") !== "off");
  /** From 0 to 1. */
  volume = $state(volume());
  boardTheme = $state<BoardTheme>(storedChoice("board", BOARD_THEMES) ?? "classic");
  coordinates = $state<Coordinates>(storedChoice("coordinates", COORDINATES) ?? "edge");
  private chosenPieceSet = $state<PieceSet | undefined>(storedChoice("pieces", PIECE_SETS));

  /** Whether stones have to be confirmed on this device. */
  get confirmsStones(): boolean {
    return this.confirmation === "always" || (this.confirmation === "phones" && matchMedia("(pointer: coarse)").matches);
  }

  /** By default, Chinese pages show characters and others show pictures. */
  get pieceSet(): PieceSet {
    return this.chosenPieceSet ?? (this.language === "en" ? "international" : "characters");
  }

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
    this.requestedLanguage = language;
    store("language", language);
    void this.loadLanguage();
  }

  /** Switches to the requested language once its texts are loaded. If that fails it resolves all the same, and retries
   * later. */
  async loadLanguage(): Promise<void> {
    const language = this.requestedLanguage;
    try {
      await loadTexts(language);
    } catch {
      retryLater(() => void this.loadLanguage());
      return;
    }
    if (language !== this.requestedLanguage) return;
    this.language = language;
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

  setConfirmation(when: Confirmation): void {
    this.confirmation = when;
    store("confirmation", when);
  }

  setPremove(on: boolean): void {
    this.premove = on;
    store("premove", on ? "on" : "off");
  }

  setSounds(on: boolean): void {
    this.sounds = on;
    store("sounds", on ? "on" : "off");
  }

  setVolume(volume: number): void {
    this.volume = volume;
    store("volume", String(volume));
  }

  setBoardTheme(theme: BoardTheme): void {
    this.boardTheme = theme;
    store("board", theme);
    this.apply();
  }

  setCoordinates(where: Coordinates): void {
    this.coordinates = where;
    store("coordinates", where);
  }

  setPieceSet(set: PieceSet): void {
    this.chosenPieceSet = set;
    store("pieces", set);
  }

  /** Sets language and themes on the document, for styles, fonts and screen readers. */
  apply(): void {
    const root = document.documentElement;
    root.lang = this.language;
    if (this.theme === "auto") root.removeAttribute("data-theme");
    else root.dataset.theme = this.theme;
    root.dataset.board = this.boardTheme;
  }
}

export const prefs = new Prefs();
export { LANGUAGES };
