/** Making a game, and what the browser keeps of its choices for the next one. */

import { type Choices, request, sameGame } from "../core/newgame";
import type { SavedChoices } from "../core/play-now";
import { choicesText } from "../core/saved-choices";
import type { BotView, CatalogueGame, GameSummary } from "../protocol";
import { api } from "./api";
import { navigation } from "./location.svelte";
import { store, stored } from "./storage";

const LAST_GAME = "last-game";

function choicesKey(game: string): string {
  return `choices ${game}`;
}

export const savedChoices: SavedChoices = {
  get lastGame() {
    return stored(LAST_GAME);
  },
  choices: (game) => stored(choicesKey(game)),
};

/** Makes the game, keeps the choices, shows its page. Raises ApiError. */
export async function startGame(game: CatalogueGame, choices: Choices, bots: readonly BotView[]): Promise<void> {
  const made = await api.create(request(game, choices, Math.random(), bots));
  store(choicesKey(game.id), choicesText(game, choices));
  store(LAST_GAME, game.id);
  navigation.go(made.url);
}

/** Makes the game of a room once more and shows its page. Raises ApiError. */
export async function startAgain(summary: GameSummary, you: number): Promise<void> {
  navigation.go((await api.create(sameGame(summary, you))).url);
}
