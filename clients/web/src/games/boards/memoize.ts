/** The last results of a pure function of one text: a position is read and drawn several times for each move. Pure. */

const SIZE = 8;

/** The function, which returns the same object for a text that it has been given lately. */
export function memoized<T>(compute: (text: string) => T): (text: string) => T {
  const recent = new Map<string, T>();
  return (text) => {
    const cached = recent.get(text);
    if (cached !== undefined) return cached;
    const result = compute(text);
    recent.set(text, result);
    for (const [oldest] of recent) if (recent.size > SIZE) recent.delete(oldest);
    return result;
  };
}
