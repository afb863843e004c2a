/** The ranks of a finished game, in which equal scores share a rank; and the partners of seats. Pure. */

import type { CatalogueGame } from "../../protocol";

/** A side of a finished game: one seat, or several partners. `rank`: from 1; after two sides that share rank 1 comes rank 3. */
export interface Placed {
  seats: number[];
  rank: number;
  /** The score of each of its seats. */
  score: number;
}

/** The sides, the best first; by default each seat is a side. */
export function ranked(scores: readonly number[], sides: readonly (readonly number[])[] = []): Placed[] {
  const allSides = sides.length > 0 ? sides : scores.map((_, seat) => [seat]);
  const scored = allSides.map((side) => ({ seats: [...side], score: Math.max(...side.map((seat) => scores[seat] ?? 0)) }));
  const placed = scored.map((one) => ({ ...one, rank: 1 + scored.filter(({ score }) => score > one.score).length }));
  return placed.sort((a, b) => a.rank - b.rank || (a.seats[0] ?? 0) - (b.seats[0] ?? 0));
}

/** The sides of a game with this number of seats; empty if each seat plays for itself. */
export function sidesOf(game: Pick<CatalogueGame, "sides"> | undefined, seats: number): number[][] {
  return game?.sides?.[seats] ?? [];
}

/** The partners of a seat. */
export function partnersOf(seat: number, sides: readonly (readonly number[])[]): number[] {
  return (sides.find((side) => side.includes(seat)) ?? []).filter((other) => other !== seat);
}

/** The rank of a seat; null: the game has no result. */
export function rankOf(scores: readonly number[] | null | undefined, seat: number, sides: readonly (readonly number[])[] = []): number | null {
  return scores ? (ranked(scores, sides).find(({ seats }) => seats.includes(seat))?.rank ?? null) : null;
}
