/** Values in the local storage of the browser. */

/** The value of a key; null: none. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value, if the browser allows it. */
export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage the user only has to choose the value again next time.
  }
}
