/**
 * The views, texts and rules of games, loaded on first use. Until they have loaded they are undefined; reactive callers
 * run again afterwards.
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

/** The view of a game; undefined: it is being loaded, or there is none. */
export function gameViewOf(game: string): GameView | undefined {
  return gameViews.get(game);
}

/** Whether the view could not be loaded; some browsers remember the failure until the page is reloaded. */
export function gameViewFailed(game: string): boolean {
  return gameViews.hasFailed(game);
}

/** The game's own texts; undefined: they are being loaded, or there are none. */
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
