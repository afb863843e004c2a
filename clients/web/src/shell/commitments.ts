/** The first commitments of games, stored in the browser, so that a page loaded later can compare them. */

import { firstOf, withFirst } from "../core/commitments";
import { store, stored } from "./prefs.svelte";

const KEY = "commitments";

/** The commitment shown first for this game; null: none is remembered. */
export function firstCommitment(game: string): string | null {
  return firstOf(stored(KEY), game);
}

/** Stores the commitment of this game, unless there is one already. */
export function keepCommitment(game: string, commitment: string): void {
  const text = stored(KEY);
  if (firstOf(text, game) === null) store(KEY, withFirst(text, game, commitment));
}
