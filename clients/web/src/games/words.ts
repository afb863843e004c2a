/** What a game calls its settings, pieces, sides, moves and ends: its own words before the shared ones. */

import { type GameTexts, type GameWords, type Language, texts } from "../texts";

const OWN = import.meta.glob<GameTexts>("./*/texts.ts", { eager: true, import: "texts" });

/** The words for a game; of one that the page does not know, the shared ones. */
export function wordsOf(game: string, language: Language): GameWords {
  const own = OWN[`./${game}/texts.ts`]?.[language] ?? {};
  const { settings, pieces, seats, moves, ends } = texts[language].words;
  return {
    settings: { ...settings, ...own.settings },
    pieces: { ...pieces, ...own.pieces },
    seats: { ...seats, ...own.seats },
    moves: { ...moves, ...own.moves },
    ends: { ...ends, ...own.ends },
  };
}
