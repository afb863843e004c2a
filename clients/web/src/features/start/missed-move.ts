import type { BotView, CatalogueGame } from "../../protocol";
import { type Choices, canBeFilled, seatsWith } from "./choices";
import type { StartPosition } from "./start-from";

/** What follows if a person does not make the first move in time: the game is aborted, the others play on, or a bot takes the seat. */
export function missedFirstMove(game: CatalogueGame, choices: Choices, bots: readonly BotView[], start: StartPosition | null = null): "aborts" | "out" | "bot" {
  if (choices.botsFill && canBeFilled(game, choices, bots, start)) return "bot";
  return game.plays_on && seatsWith(game, choices.settings) > 2 ? "out" : "aborts";
}
