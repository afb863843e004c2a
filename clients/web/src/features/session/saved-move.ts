/** A pending move, parsed from the text in the tab's storage. Pure; the storage is in kept-move.ts. */

import type { SavedMove } from "../../app/room/commands";

/** The move; null: the text is no saved move. */
export function parseSavedMove(text: string | null): SavedMove | null {
  try {
    const saved = JSON.parse(text ?? "null") as SavedMove | null;
    const { id, ply, move } = saved?.frame ?? {};
    const isComplete = typeof id === "string" && typeof ply === "number" && typeof move === "string";
    return saved && isComplete && typeof saved.position === "string" ? saved : null;
  } catch {
    return null;
  }
}
