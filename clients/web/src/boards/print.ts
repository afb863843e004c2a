/** How large a text is printed on a piece. Pure. */

const FULL = 4.6;

/** The font size in board units at which a text fits on a piece in a cell 10 wide: full for two characters. */
export function printSize(text: string): number {
  const length = [...text].length;
  return length <= 2 ? FULL : Math.max(1.6, (FULL * 2.2) / length);
}
