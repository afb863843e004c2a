/**
 * The first commitment that the server showed for each game, as the text that the browser stores, oldest
 * game first. Pure; the storage is in kept-commitments.ts.
 */

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
