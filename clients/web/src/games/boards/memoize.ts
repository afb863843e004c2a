/** A small cache for pure functions of a text, because each position is parsed and drawn several times. */

const SIZE = 8;

/** The function with a cache of its last results: it returns the same object for the same recent text. */
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
