/** Arrangements of pieces before a game. Pure. */

/** The arrangement with the pieces at two indices exchanged. */
export function swapPieces(arrangement: readonly string[], a: number, b: number): string[] {
  return arrangement.map((piece, index) => (index === a ? arrangement[b] : index === b ? arrangement[a] : piece) ?? piece);
}

/** A random order of the pieces (Fisher–Yates); `random` gives numbers in [0, 1). */
export function shuffle(arrangement: readonly string[], random: () => number): string[] {
  let pieces = [...arrangement];
  for (let last = pieces.length - 1; last > 0; last--) pieces = swapPieces(pieces, last, Math.floor(random() * (last + 1)));
  return pieces;
}
