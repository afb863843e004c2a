/** The book's page: the line of moves in its address, and the throws that may come next. Pure. */

/** Between the moves of a line in an address: no move has one, while some have blanks. */
const BETWEEN = ".";

/** The moves that an address names. */
export function lineOf(query: string | undefined): string[] {
  return (query ?? "").split(BETWEEN).filter(Boolean);
}

/** The moves as an address names them. */
export function lineQuery(moves: readonly string[]): string {
  return moves.join(BETWEEN);
}

/** A throw of dice and the position after it. */
export interface Throw {
  values: number[];
  position: string;
}

/** The throws to choose from: one for each position, without those that are thrown again. */
export function throwsFrom(position: string, throws: Readonly<Record<string, string>>): Throw[] {
  const found = new Map<string, Throw>();
  for (const [faces, to] of Object.entries(throws))
    if (to !== position && !found.has(to)) found.set(to, { values: faces.split("-").map(Number), position: to });
  return [...found.values()];
}
