/**
 * The first commitments of games, stored in the browser, so that a page loaded later can compare them: as a text with the
 * oldest game first.
 */

import { store, stored } from "../../app/browser/storage";

const KEY = "commitments";

/** The number of games stored: more than anybody plays at a time. */
export const MAX_GAMES = 200;

type StoredCommitments = [game: string, commitment: string][];

function parse(text: string | null): StoredCommitments {
  try {
    const kept: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(kept) ? kept.filter(isPair) : [];
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
  const kept = parse(text);
  if (!kept.some(([id]) => id === game)) kept.push([game, commitment]);
  return JSON.stringify(kept.slice(-MAX_GAMES));
}

/** The commitment shown first for this game; null: none is remembered. */
export function firstCommitment(game: string): string | null {
  return firstCommitmentOf(stored(KEY), game);
}

/** Stores the commitment of this game, unless there is one already. */
export function keepCommitment(game: string, commitment: string): void {
  const text = stored(KEY);
  if (firstCommitmentOf(text, game) === null) store(KEY, addCommitment(text, game, commitment));
}
