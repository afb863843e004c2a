/** How many can play a game. Pure; lists of games need it without the choices for a new game. */

import type { CatalogueGame } from "../../protocol";

/** The maximum number of seats of the game with any settings. */
export function maxSeats(game: CatalogueGame): number {
  return Math.max(game.seats, ...(game.seat_counts ?? []).map(({ seats }) => seats));
}
