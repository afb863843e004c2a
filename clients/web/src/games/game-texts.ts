/** A game's texts for settings, pieces, sides, moves and ends; its own override the shared ones. */

import { type GameTranslations, type GameTexts, type Language, texts } from "../texts";

/** The shared texts, overridden by those of the game, if it has any. */
export function withSharedTexts(translations: GameTranslations | undefined, language: Language): GameTexts {
  const own: Partial<GameTexts> = translations?.[language] ?? {};
  const { settings, pieces, seats, moves, ends } = texts[language].gameTexts;
  return {
    ...own,
    settings: { ...settings, ...own.settings },
    pieces: { ...pieces, ...own.pieces },
    seats: { ...seats, ...own.seats },
    moves: { ...moves, ...own.moves },
    ends: { ...ends, ...own.ends },
  };
}
