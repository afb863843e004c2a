/** Moves that are a number of dice with a face, as bids are: what can be chosen among them. Pure. */

export interface Pair {
  count: number;
  face: number;
}

export interface PairMove extends Pair {
  move: string;
}

/** The chosen move; the numbers of moves before and after it, if there are any; the faces, and whether its number may have them. */
export interface PairChoice {
  chosen: PairMove;
  fewer: number | undefined;
  more: number | undefined;
  faces: { face: number; isLegal: boolean }[];
}

function sorted(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** What is chosen of the legal moves when this was requested: the number, or the next one that is legal, with the face if it is legal with it. */
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
