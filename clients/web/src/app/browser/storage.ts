/** Values that the browser keeps for this page. */

/** The value that the browser stores under this name; null: none. */
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
    // Without storage the value is chosen again next time; nothing else is lost.
  }
}
