/** The pending move of each game, in the tab's storage while the page is reloaded. */

import type { SavedMove } from "../../app/room/commands";
import { parseSavedMove } from "./saved-move";

const key = (game: string): string => `zeitnot.move.${game}`;

/** The move that was pending when the page was left. */
export function savedMove(game: string): SavedMove | null {
  try {
    return parseSavedMove(sessionStorage.getItem(key(game)));
  } catch {
    return null; // a browser may refuse all storage
  }
}

/** Stores the pending move; null: removes it. */
export function saveMove(game: string, move: SavedMove | null): void {
  try {
    if (move) sessionStorage.setItem(key(game), JSON.stringify(move));
    else sessionStorage.removeItem(key(game));
  } catch {
    // The move is then lost when the page is closed.
  }
}
