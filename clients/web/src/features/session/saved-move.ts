/** The pending move of each game, in the tab's storage while the page is reloaded. */

import type { SavedMove } from "../../app/room/commands";

const key = (game: string): string => `zeitnot.move.${game}`;

/** The move that was pending when the page was left. */
export function savedMove(game: string): SavedMove | null {
  try {
    return parseSavedMove(sessionStorage.getItem(key(game)));
  } catch {
    return null; // the text is damaged, or the browser refuses all storage
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

/** The move; null: the text is no saved move. Raises SyntaxError if it is no JSON. */
function parseSavedMove(text: string | null): SavedMove | null {
  const saved = JSON.parse(text ?? "null") as SavedMove | null;
  const { id, ply, move } = saved?.frame ?? {};
  const isComplete = typeof id === "string" && typeof ply === "number" && typeof move === "string";
  return saved && isComplete && typeof saved.position === "string" ? saved : null;
}
