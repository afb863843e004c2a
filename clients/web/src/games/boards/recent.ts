/** The last results of a pure function of one text: a position is read and drawn several times for each move. Pure. */

const SIZE = 8;

/** The function, which returns the same object for a text that it has been given lately. */
export function remembering<T>(make: (text: string) => T): (text: string) => T {
  const recent = new Map<string, T>();
  return (text) => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    const made = make(text);
    recent.set(text, made);
    for (const [oldest] of recent) if (recent.size > SIZE) recent.delete(oldest);
    return made;
  };
}
