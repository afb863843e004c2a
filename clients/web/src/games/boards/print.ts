/** The font size of a text on a piece. Pure. */

const FULL_SIZE = 4.6;

/** The font size in board units at which a text fits on a piece in a cell 10 wide: full size up to two characters. */
export function printSize(text: string): number {
  const length = [...text].length;
  return length <= 2 ? FULL_SIZE : Math.max(1.6, (FULL_SIZE * 2.2) / length);
}
