/** The move of each game that has no answer yet, kept in the tab's storage while the page is reloaded. */

import type { SavedMove } from "../core/commands";
import { parseSavedMove } from "../core/saved-move";

const key = (game: string): string => `zeitnot.move.${game}`;

/** The move that had no answer when the page was left. */
export function savedMove(game: string): SavedMove | null {
  try {
    return parseSavedMove(sessionStorage.getItem(key(game)));
  } catch {
    return null; // a browser may refuse all storage
  }
}

/** Keeps a move; null: none is without an answer. */
export function saveMove(game: string, move: SavedMove | null): void {
  try {
    if (move) sessionStorage.setItem(key(game), JSON.stringify(move));
    else sessionStorage.removeItem(key(game));
  } catch {
    // Then it is lost with the page.
  }
}
