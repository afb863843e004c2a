/** Moves that are a count and a die face, such as bids: which of them can be chosen. Pure. */

export interface Pair {
  count: number;
  face: number;
}

export interface PairMove extends Pair {
  move: string;
}

/** The chosen move; the next smaller and larger counts, if there are any; all faces, and whether each is legal with the chosen count. */
export interface PairChoice {
  chosen: PairMove;
  fewer: number | undefined;
  more: number | undefined;
  faces: { face: number; isLegal: boolean }[];
}

function sorted(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** The legal choice nearest to the requested one: the same count or the next legal one, with the same face if that is legal. */
export function pairChoice(moves: readonly PairMove[], requested: Pair): PairChoice | undefined {
  const counts = sorted(moves.map(({ count }) => count));
  const count = counts.find((each) => each >= requested.count) ?? counts.at(-1);
  const ofCount = moves.filter((move) => move.count === count).sort((a, b) => a.face - b.face);
  const chosen = ofCount.find(({ face }) => face === requested.face) ?? ofCount[0];
  if (!chosen) return undefined;
  const index = counts.indexOf(chosen.count);
  const faces = sorted(moves.map(({ face }) => face)).map((face) => ({ face, isLegal: ofCount.some((move) => move.face === face) }));
  return { chosen, fewer: counts[index - 1], more: counts[index + 1], faces };
}
