/** A move without an answer, read from the text that a tab keeps. Pure; the storage is in shell/saved-move. */

import type { SavedMove } from "./commands";

/** The move in a text; null: the text is not one of ours. */
export function parseSavedMove(text: string | null): SavedMove | null {
  try {
    const saved = JSON.parse(text ?? "null") as SavedMove | null;
    const { id, ply, move } = saved?.frame ?? {};
    const sound = typeof id === "string" && typeof ply === "number" && typeof move === "string";
    return saved && sound && typeof saved.position === "string" ? saved : null;
  } catch {
    return null;
  }
}
