/** Creates games, and stores the choices in the browser for the next one. */

import { navigation } from "../../app/browser/location.svelte";
import { store, stored } from "../../app/browser/storage";
import { api } from "../../app/server/api";
import { world } from "../../app/state/world.svelte";
import type { BotView, CatalogueGame, GameSummary, NewGame, Setup } from "../../protocol";
import { type Choices, chosenControl, request, repeatRequest } from "./choices";
import type { SeekTerms } from "./pairing";
import { othersWaiting, seek } from "./pairing.svelte";
import type { QuickStart, SavedChoices } from "./play-now";
import { choicesText } from "./saved-choices";
import type { StartPosition } from "./start-from";

const LAST_GAME = "last-game";

function choicesKey(game: string): string {
  return `choices ${game}`;
}

export const savedChoices: SavedChoices = {
  get kept() {
    return world.session?.kept ?? false;
  },
  get lastGame() {
    return stored(LAST_GAME);
  },
  choices: (game) => stored(choicesKey(game)),
};

/** Creates the game, or joins one that waits on the same terms; stores the choices, and shows its page. A game that starts
 * from a position of another one is always created, and its choices are not stored for the next game. `invitee`: the player
 * who is asked by name, if one is. Throws ApiError. */
export async function startGame(game: CatalogueGame, choices: Choices, bots: readonly BotView[], start: StartPosition | null = null, invitee = ""): Promise<void> {
  if (choices.opponent === "seat" && !start) await seek(termsOf(game, choices));
  else navigation.go((await api.create(asking(request(game, choices, Math.random(), bots, start), invitee))).url);
  if (start) return;
  storeChoices(game, choices);
}

/** Starts the game against its bot, or against a person who waits, on either side. Throws ApiError. */
export async function playNow({ game, choices }: QuickStart, bots: readonly BotView[]): Promise<void> {
  if (choices.opponent !== "seat") return startGame(game, choices, bots);
  await seek({ ...termsOf(game, choices), seat: null });
  storeChoices(game, choices);
}

/** The waiting game that `playNow` would join, if there is one. */
export function waitingNow({ game, choices }: QuickStart): GameSummary | undefined {
  return choices.opponent === "seat" ? othersWaiting({ ...termsOf(game, choices), seat: null }) : undefined;
}

/** The waiting game that `startGame` would join, if there is one. */
export function waitingFor(game: CatalogueGame, choices: Choices): GameSummary | undefined {
  return choices.opponent === "seat" && "control" in chosenControl(game, choices) ? othersWaiting(termsOf(game, choices)) : undefined;
}

/** The terms of the search, with the chosen side, if any. */
function termsOf(game: CatalogueGame, choices: Choices): SeekTerms {
  return { game, request: request(game, choices, Math.random()), seat: choices.side };
}

/** The request with the first open seat kept for the player of this name, if there is one. */
export function asking(made: NewGame, name: string): NewGame {
  const open = made.seats.findIndex(({ kind }) => kind === "open");
  return name && open >= 0 ? { ...made, seats: made.seats.with(open, { kind: "person", name }) } : made;
}

function storeChoices(game: CatalogueGame, choices: Choices): void {
  store(choicesKey(game.id), choicesText(game, choices));
  store(LAST_GAME, game.id);
}

/** Creates another game like that of a room and shows its page. Throws ApiError. */
export async function startAgain(summary: GameSummary, you: number, setup?: Setup): Promise<void> {
  navigation.go((await api.create(repeatRequest(summary, you, setup))).url);
}
