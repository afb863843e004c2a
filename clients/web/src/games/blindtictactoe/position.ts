/**
 * The text of a position: all tries in order, `b2b2!a1`; `!` follows a refused try, `?` is a cell that the viewer cannot
 * see, and `-` is the start.
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

/** The seat of the known mark on each cell. A refused try reveals a mark of the other seat. */
export function knownMarks(tries: readonly Try[]): Map<string, number> {
  return new Map(tries.flatMap(({ cell, isRefused, seat }): [string, number][] => (cell === null ? [] : [[cell, isRefused ? 1 - seat : seat]])));
}

/** The number of marks of each seat, which is public. */
export function markCounts(tries: readonly Try[]): [number, number] {
  const marks = tries.filter(({ isRefused }) => !isRefused);
  return [marks.filter(({ seat }) => seat === 0).length, marks.filter(({ seat }) => seat === 1).length];
}
