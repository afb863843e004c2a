/** The first commitments of games, stored in the browser, so that a page loaded later can compare them. */

import { store, stored } from "../../app/browser/storage";
import { firstCommitmentOf, addCommitment } from "./commitments";

const KEY = "commitments";

/** The commitment shown first for this game; null: none is remembered. */
export function firstCommitment(game: string): string | null {
  return firstCommitmentOf(stored(KEY), game);
}

/** Stores the commitment of this game, unless there is one already. */
export function keepCommitment(game: string, commitment: string): void {
  const text = stored(KEY);
  if (firstCommitmentOf(text, game) === null) store(KEY, addCommitment(text, game, commitment));
}
