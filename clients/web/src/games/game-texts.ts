/** A game's texts for settings, pieces, sides, moves and ends: its own override the shared ones. */

import { type GameTranslations, type GameTexts, type Language, texts } from "../texts";

const OWN = import.meta.glob<GameTranslations>("./*/texts.ts", { eager: true, import: "texts" });

/** The texts of a game; of one that the page does not know, the shared ones. */
export function gameTextsOf(game: string, language: Language): GameTexts {
  const own = OWN[`./${game}/texts.ts`]?.[language] ?? {};
  const { settings, pieces, seats, moves, ends } = texts[language].gameTexts;
  return {
    settings: { ...settings, ...own.settings },
    pieces: { ...pieces, ...own.pieces },
    seats: { ...seats, ...own.seats },
    moves: { ...moves, ...own.moves },
    ends: { ...ends, ...own.ends },
  };
}
