/**
 * The first commitment of each game, stored in the browser, so that a page loaded later can compare it. The text has the
 * oldest game first.
 */

import { store, stored } from "../../app/browser/storage";

const KEY = "commitments";

/** The maximum number of stored games, which is more than anyone plays at a time. */
export const MAX_GAMES = 200;

type StoredCommitments = [game: string, commitment: string][];

function parse(text: string | null): StoredCommitments {
  try {
    const pairs: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(pairs) ? pairs.filter(isPair) : [];
  } catch {
    return [];
  }
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");
}

/** The first commitment of this game; null: none is stored. */
export function firstCommitmentOf(text: string | null, game: string): string | null {
  return parse(text).find(([id]) => id === game)?.[1] ?? null;
}

/** The text with this commitment for the game, unless it has one already. */
export function addCommitment(text: string | null, game: string, commitment: string): string {
  const commitments = parse(text);
  if (!commitments.some(([id]) => id === game)) commitments.push([game, commitment]);
  return JSON.stringify(commitments.slice(-MAX_GAMES));
}

/** The commitment shown first for this game; null: none is stored. */
export function firstCommitment(game: string): string | null {
  return firstCommitmentOf(stored(KEY), game);
}

/** Stores the commitment of this game, unless there is one already. */
export function keepCommitment(game: string, commitment: string): void {
  const text = stored(KEY);
  if (firstCommitmentOf(text, game) === null) store(KEY, addCommitment(text, game, commitment));
}
