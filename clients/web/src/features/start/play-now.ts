/** The game that the button on the front page starts. Pure. */

import { controlName, seatName } from "../../app/words/format";
import type { BotView, CatalogueGame, SeatView } from "../../protocol";
import type { Texts } from "../../texts";
import { type Choices, canBeRated, chosenControl } from "./choices";
import { acceptable } from "./offers";
import { restoredChoices } from "./saved-choices";

export interface QuickStart {
  game: CatalogueGame;
  choices: Choices;
}

/** The choices of earlier games that are stored in this browser. */
export interface SavedChoices {
  /** Whether the user keeps a name now; missing: no. */
  kept?: boolean;
  lastGame: string | null;
  /** The last choices for a game, as text. */
  choices(game: string): string | null;
}

/**
 * The last game with its opponent and clock, else the first game against a bot; null: there are no games. An invitation by
 * link cannot start at once, so it is replaced by a bot, or by an open seat if no bot is online.
 */
export function quickStart(games: readonly CatalogueGame[], botsFor: (game: string) => readonly BotView[], saved: SavedChoices): QuickStart | null {
  const game = games.find(({ id }) => id === saved.lastGame) ?? games[0];
  if (!game) return null;
  const bots = botsFor(game.id);
  const choices = restoredChoices(game, bots, saved.choices(game.id), saved.kept);
  const opponent = bots.length === 0 || choices.opponent === "seat" ? "seat" : "bot";
  return { game, choices: acceptable(game, { ...choices, opponent }, bots) };
}

/** `My game · Ponderer, level 3 · 5+3 · rated`. `waiting`: the seats of the waiting game, if there is one. */
export function quickStartText({ game, choices }: QuickStart, t: Texts, language: string, waiting?: readonly SeatView[]): string {
  const chosen = chosenControl(game, choices);
  const host = waiting?.find(({ player }) => player);
  const person = host ? t.play.waits(seatName(host, t)) : t.play.nowSeat;
  const opponent = choices.opponent === "bot" ? t.play.nowBot(choices.bot ?? t.sheet.botName, choices.level) : person;
  const clock = "control" in chosen ? controlName(chosen.control, t) : "";
  const rated = choices.rated && canBeRated(game, choices) && t.game.rated;
  return [game.names[language] ?? game.id, opponent, clock, rated].filter(Boolean).join(" · ");
}
