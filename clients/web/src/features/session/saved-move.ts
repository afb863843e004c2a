/** The pending move of each game, in session storage so that it survives a reload. */

import type { SavedMove } from "../../app/room/commands";

const key = (game: string): string => `zeitnot.move.${game}`;

/** The move that was pending when the page was left. */
export function savedMove(game: string): SavedMove | null {
  try {
    return parseSavedMove(sessionStorage.getItem(key(game)));
  } catch {
    return null; // corrupt text, or a browser without storage
  }
}

/** Stores the pending move; null: removes it. */
export function saveMove(game: string, move: SavedMove | null): void {
  try {
    if (move) sessionStorage.setItem(key(game), JSON.stringify(move));
    else sessionStorage.removeItem(key(game));
  } catch {
    // Without storage the pending move is lost on a reload.
  }
}

/** Parses a saved move; null: the text is not one. Throws SyntaxError if it is not JSON. */
function parseSavedMove(text: string | null): SavedMove | null {
  const saved = JSON.parse(text ?? "null") as SavedMove | null;
  const { id, ply, move } = saved?.frame ?? {};
  const isComplete = typeof id === "string" && typeof ply === "number" && typeof move === "string";
  return saved && isComplete && typeof saved.position === "string" ? saved : null;
}
