/** The book's page: the way to a position in the address, and the throws that lead on. Pure. */

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

/** Dice as they fell, and the position that they lead to. */
export interface Throw {
  values: number[];
  position: string;
}

/** The throws to choose from: each position once, and none that is thrown again. */
export function throwsFrom(position: string, throws: Readonly<Record<string, string>>): Throw[] {
  const found = new Map<string, Throw>();
  for (const [faces, to] of Object.entries(throws))
    if (to !== position && !found.has(to)) found.set(to, { values: faces.split("-").map(Number), position: to });
  return [...found.values()];
}
