/** The first commitments of games, kept in the browser, so that a page loaded later remembers them. */

import { firstOf, withFirst } from "../core/commitments";
import { store, stored } from "./prefs.svelte";

const KEY = "commitments";

/** What was shown first for this game, if that is remembered. */
export function firstCommitment(game: string): string | null {
  return firstOf(stored(KEY), game);
}

/** Remembers what was shown for this game, unless something was before. */
export function keepCommitment(game: string, commitment: string): void {
  const text = stored(KEY);
  if (firstOf(text, game) === null) store(KEY, withFirst(text, game, commitment));
}
