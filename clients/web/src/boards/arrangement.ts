/** Arrangements of pieces before a game: texts of one character a piece. Pure. */

/** The arrangement with two of its pieces exchanged. */
export function exchanged(arrangement: string, a: number, b: number): string {
  const pieces = [...arrangement];
  [pieces[a], pieces[b]] = [pieces[b] ?? "", pieces[a] ?? ""];
  return pieces.join("");
}

/** A random order of the pieces (Fisher–Yates); `random` gives numbers in [0, 1). */
export function shuffled(arrangement: string, random: () => number): string {
  let pieces = arrangement;
  for (let last = pieces.length - 1; last > 0; last--) pieces = exchanged(pieces, last, Math.floor(random() * (last + 1)));
  return pieces;
}
