/**
 * The faces, texts and rules of games, each loaded when it is first asked for. Until then it is undefined; what asked is
 * computed again once it has come.
 */

import { viewLoaders, rulesLoaders, textLoaders } from "../../games";
import type { GameView } from "../../games/boards/model";
import type { GameTranslations } from "../../texts";
import type { GameRules } from "../../texts/game-rules";
import { LazyModules } from "../server/lazy-modules.svelte";

const gameViews = new LazyModules<GameView>(viewLoaders);
const texts = new LazyModules<GameTranslations>(textLoaders);
const rules = new LazyModules<GameRules>(rulesLoaders);

/** Whether the page can draw the game. */
export function hasGameView(game: string): boolean {
  return gameViews.has(game);
}

/** The face of a game; undefined: it is being loaded, or there is none. */
export function gameViewOf(game: string): GameView | undefined {
  return gameViews.get(game);
}

/** Whether the face could not be loaded; browsers may keep the failure until the page is loaded anew. */
export function gameViewFailed(game: string): boolean {
  return gameViews.hasFailed(game);
}

/** The texts that are the game's own; undefined: they are being loaded, or there are none. */
export function translationsOf(game: string): GameTranslations | undefined {
  return texts.get(game);
}

/** Whether the page has the rules of the game. */
export function hasRules(game: string): boolean {
  return rules.has(game);
}

/** The rules of a game; undefined: they are being loaded, or there are none. */
export function rulesOf(game: string): GameRules | undefined {
  return rules.get(game);
}

/** Whether the rules could not be loaded. */
export function rulesFailed(game: string): boolean {
  return rules.hasFailed(game);
}
