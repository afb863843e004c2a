/**
 * The first commitment that the server showed for each game, as the text that the browser stores, oldest
 * game first. Pure; the storage is in shell/commitments.
 */

/** How many games are remembered: more than anybody plays at a time. */
export const REMEMBERED = 200;

type Kept = [game: string, commitment: string][];

function read(text: string | null): Kept {
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

/** The first commitment of this game; null: none is remembered. */
export function firstOf(text: string | null, game: string): string | null {
  return read(text).find(([known]) => known === game)?.[1] ?? null;
}

/** The text with this commitment for the game, unless it has one already. */
export function withFirst(text: string | null, game: string, commitment: string): string {
  const kept = read(text);
  if (!kept.some(([known]) => known === game)) kept.push([game, commitment]);
  return JSON.stringify(kept.slice(-REMEMBERED));
}
