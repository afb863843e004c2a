/** The values of a throw as a viewer sees them. Pure. */

/** A value that is hidden from the viewer, such as a die under another player's cup. */
export const HIDDEN = -1;

/** The values in a row, hidden ones as `?`. */
export function valuesText(values: readonly number[]): string {
  return values.map((value) => (value === HIDDEN ? "?" : value)).join(" ");
}
