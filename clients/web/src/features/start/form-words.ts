/** What the form for a new game says about refusals and missed first moves. Pure. */

import type { BotView, CatalogueGame } from "../../protocol";
import type { SheetFormTexts } from "../../texts/sheet-form/en";
import { type Choices, canBeFilled, seatsWith } from "./choices";
import type { StartPosition } from "./start-from";

/** The refusal in words; undefined: it is not about the player. `name`: the player who was asked, or empty. */
export function askFailureText({ code, message }: { code: string; message: string }, name: string, t: SheetFormTexts): string | undefined {
  if (code === "person_unavailable") return t.unavailable(name);
  if (code === "declined_lately") return t.declinedLately(name);
  return name && code === "too_fast" && message.includes("already has a challenge to answer") ? t.notAnswered(name) : undefined;
}

/** What follows if a person does not make the first move in time: the game is aborted, the others play on, or a bot takes the seat. */
export function missedFirstMove(game: CatalogueGame, choices: Choices, bots: readonly BotView[], start: StartPosition | null = null): "aborts" | "out" | "bot" {
  if (choices.botsFill && canBeFilled(game, choices, bots, start)) return "bot";
  return game.plays_on && seatsWith(game, choices.settings) > 2 ? "out" : "aborts";
}
