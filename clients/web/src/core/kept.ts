/** A move without an answer as a text that a tab keeps, and back. Pure; what keeps it is in shell/kept. */

import type { KeptMove } from "./commands";

/** What a text keeps; null for one that is none of ours. */
export function readKept(text: string | null): KeptMove | null {
  try {
    const kept = JSON.parse(text ?? "null") as KeptMove | null;
    const { id, ply, move } = kept?.frame ?? {};
    const sound = typeof id === "string" && typeof ply === "number" && typeof move === "string";
    return kept && sound && typeof kept.position === "string" ? kept : null;
  } catch {
    return null;
  }
}
