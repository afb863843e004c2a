/** What the front page's button starts. Pure. */

import { controlName, seatName } from "../../app/words/format";
import type { BotView, CatalogueGame, SeatView } from "../../protocol";
import type { Texts } from "../../texts";
import { type Choices, chosenControl } from "./choices";
import { restoredChoices } from "./saved-choices";

export interface QuickStart {
  game: CatalogueGame;
  choices: Choices;
}

/** The choices that this browser has saved of the games made in it. */
export interface SavedChoices {
  lastGame: string | null;
  /** The choices last made for this game, as text. */
  choices(game: string): string | null;
}

/**
 * The last game with its opponent and clock, else the first of the known games against a bot; null: there are no games.
 * A link invitation cannot start at once: replaced by a bot; without a bot online, by an open seat.
 */
export function quickStart(games: readonly CatalogueGame[], botsFor: (game: string) => readonly BotView[], saved: SavedChoices): QuickStart | null {
  const game = games.find(({ id }) => id === saved.lastGame) ?? games[0];
  if (!game) return null;
  const bots = botsFor(game.id);
  const choices = restoredChoices(game, bots, saved.choices(game.id));
  const opponent = bots.length === 0 || choices.opponent === "seat" ? "seat" : "bot";
  return { game, choices: { ...choices, opponent } };
}

/** `My game · Ponderer, level 3 · 5+3`. `waiting`: the seats of the game that waits, if there is one. */
export function quickStartText({ game, choices }: QuickStart, t: Texts, language: string, waiting?: readonly SeatView[]): string {
  const chosen = chosenControl(game, choices);
  const host = waiting?.find(({ player }) => player);
  const person = host ? t.play.waits(seatName(host, t)) : t.play.nowSeat;
  const opponent = choices.opponent === "bot" ? t.play.nowBot(choices.bot ?? t.sheet.botName, choices.level) : person;
  const clock = "control" in chosen ? controlName(chosen.control, t) : "";
  return [game.names[language] ?? game.id, opponent, clock].filter(Boolean).join(" · ");
}
