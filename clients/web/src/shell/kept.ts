/** The move of each game that has no answer yet, kept by this tab while it loads the page again. */

import type { KeptMove } from "../core/commands";
import { readKept } from "../core/kept";

const key = (game: string): string => `zeitnot.move.${game}`;

/** The move that was under way when the page was left. */
export function moveKept(game: string): KeptMove | null {
  try {
    return readKept(sessionStorage.getItem(key(game)));
  } catch {
    return null; // a browser may refuse all storage
  }
}

/** Keeps a move; null: there is none under way. */
export function keepMove(game: string, move: KeptMove | null): void {
  try {
    if (move) sessionStorage.setItem(key(game), JSON.stringify(move));
    else sessionStorage.removeItem(key(game));
  } catch {
    // Then it is lost with the page.
  }
}
