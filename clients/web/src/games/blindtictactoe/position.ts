/**
 * The text of a position: all tries in their order, `b2b2!a1`; `!` after one that was refused, `?` for a cell that the
 * viewer does not see, `-` before the first.
 */

export interface Try {
  /** Null: hidden. */
  cell: string | null;
  isRefused: boolean;
  seat: number;
}

export function triesOf(position: string): Try[] {
  let seat = 0;
  return [...position.matchAll(/([a-c][1-3]|\?)(!?)/g)].map(([, cell = "?", refusal]) => {
    const one = { cell: cell === "?" ? null : cell, isRefused: refusal === "!", seat };
    if (!one.isRefused) seat = 1 - seat;
    return one;
  });
}

/** Whose mark is known to be on which cell. A refusal shows its seat a mark of the other. */
export function knownMarks(tries: readonly Try[]): Map<string, number> {
  return new Map(tries.flatMap(({ cell, isRefused, seat }): [string, number][] => (cell === null ? [] : [[cell, isRefused ? 1 - seat : seat]])));
}

/** How many marks each seat has on the board; that is public. */
export function markCounts(tries: readonly Try[]): [number, number] {
  const marks = tries.filter(({ isRefused }) => !isRefused);
  return [marks.filter(({ seat }) => seat === 0).length, marks.filter(({ seat }) => seat === 1).length];
}
