/** The views and texts of all games, loaded at once. */

import type { GameView } from "../src/games/boards/model";
import { withSharedTexts } from "../src/games/game-texts";
import type { GameTexts, GameTranslations, Language } from "../src/texts";

function byGame<T>(found: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(found).map(([path, module]) => [path.split("/").at(-2) ?? "", module]));
}

export const GAME_VIEWS = byGame(import.meta.glob<GameView>("../src/games/*/view.ts", { import: "gameView", eager: true }));
const TRANSLATIONS = byGame(import.meta.glob<GameTranslations>("../src/games/*/texts.ts", { import: "texts", eager: true }));

export function gameTextsOf(game: string, language: Language): GameTexts {
  return withSharedTexts(TRANSLATIONS[game], language);
}
