/** The page of an opening book: the line of moves in its URL, and the throws that can come next. Pure. */

/** Separates the moves of a line in the URL. Moves can contain spaces, but never a dot. */
const SEPARATOR = ".";

/** The moves of the line in the URL's query. */
export function parseLine(query: string | undefined): string[] {
  return (query ?? "").split(SEPARATOR).filter(Boolean);
}

/** The moves as one value of the URL's query. */
export function formatLine(moves: readonly string[]): string {
  return moves.join(SEPARATOR);
}

/** A throw of dice and the position after it. */
export interface Throw {
  values: number[];
  position: string;
}

/** The throws to choose from, one per resulting position. Throws that leave the position unchanged are thrown again, so they are skipped. */
export function throwsFrom(position: string, throws: Readonly<Record<string, string>>): Throw[] {
  const byPosition = new Map<string, Throw>();
  for (const [faces, to] of Object.entries(throws))
    if (to !== position && !byPosition.has(to)) byPosition.set(to, { values: faces.split("-").map(Number), position: to });
  return [...byPosition.values()];
}
