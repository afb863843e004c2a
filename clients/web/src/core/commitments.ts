/**
 * The first commitment that the page was shown for each game, as it is kept in the browser: a text,
 * oldest game first. Pure; what keeps the text is in shell/commitments.
 */

/** So many games are remembered: more than anybody plays at a time. */
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

/** What was shown first for this game; null: nothing that is remembered. */
export function firstOf(text: string | null, game: string): string | null {
  return read(text).find(([known]) => known === game)?.[1] ?? null;
}

/** The text with this game's first commitment in it; one that is there already stays. */
export function withFirst(text: string | null, game: string, commitment: string): string {
  const kept = read(text);
  if (!kept.some(([known]) => known === game)) kept.push([game, commitment]);
  return JSON.stringify(kept.slice(-REMEMBERED));
}
