/** What the front page's button starts. Pure. */

import type { BotView, CatalogueGame } from "../protocol";
import type { Texts } from "../texts";
import { controlName } from "./format";
import { inOrder } from "./game-order";
import { type Choices, chosenControl } from "./newgame";
import { restoredChoices } from "./saved-choices";

export interface Plan {
  game: CatalogueGame;
  choices: Choices;
}

/** What this browser keeps of the games made in it. */
export interface Memory {
  lastGame: string | null;
  /** The choices last made for this game, as text. */
  choices(game: string): string | null;
}

/**
 * The last game with its opponent and clock, else the first of the known games against a bot; null: there are no games.
 * It starts at once: so against a bot where the last one was for a link, and with an open seat where no bot is online.
 */
export function planNow(games: readonly CatalogueGame[], botsFor: (game: string) => readonly BotView[], memory: Memory): Plan | null {
  const game = games.find(({ id }) => id === memory.lastGame) ?? inOrder(games)[0];
  if (!game) return null;
  const bots = botsFor(game.id);
  const choices = restoredChoices(game, bots, memory.choices(game.id));
  const opponent = bots.length === 0 || choices.opponent === "seat" ? "seat" : "bot";
  return { game, choices: { ...choices, opponent } };
}

/** `My game · Ponderer, level 3 · 5+3`. */
export function planText({ game, choices }: Plan, t: Texts, language: string): string {
  const chosen = chosenControl(game, choices);
  const opponent = choices.opponent === "bot" ? t.play.nowBot(choices.bot ?? t.sheet.botName, choices.level) : t.play.nowSeat;
  const clock = "control" in chosen ? controlName(chosen.control, t) : "";
  return [game.names[language] ?? game.id, opponent, clock].filter(Boolean).join(" · ");
}
