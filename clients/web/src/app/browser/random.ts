/** Random bytes in hexadecimal, for command ids and salts. */
export function randomHex(bytes = 12): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return [...values].map((value) => value.toString(16).padStart(2, "0")).join("");
}
