/** The heaps of Grundy's game, and their nim-values. Pure. */

/** The sizes of the heaps, the largest first. */
export function heapsOf(position: string): number[] {
  return (position.split(" ")[0] ?? "").split(",").map(Number);
}

/** A move as the heap and its two parts. */
export function splitOf(move: string): { heap: number; parts: number[] } {
  const [heap = "0", parts = ""] = move.split(">");
  return { heap: Number(heap), parts: parts.split("+").map(Number) };
}

/** The move that splits a heap after so many counters; undefined where the parts would be equal or one of them empty. */
export function moveAt(heap: number, counters: number): string | undefined {
  const rest = heap - counters;
  return rest === 0 || rest === counters ? undefined : `${heap}>${Math.max(counters, rest)}+${Math.min(counters, rest)}`;
}

/** The position after a move. */
export function afterSplit(position: string, move: string): string {
  const { heap, parts } = splitOf(move);
  const heaps = heapsOf(position);
  heaps.splice(heaps.indexOf(heap), 1, ...parts);
  const next = position.endsWith("0") ? 1 : 0;
  return `${heaps.sort((a, b) => b - a).join(",")} ${next}`;
}

const known = [0];

/** The nim-value of a heap: the least number that is not the exclusive or of the two parts of any of its splits. */
export function nimValue(heap: number): number {
  for (let size = known.length; size <= heap; size++) {
    const options = new Set<number>();
    for (let part = 1; 2 * part < size; part++) options.add((known[part] ?? 0) ^ (known[size - part] ?? 0));
    let least = 0;
    while (options.has(least)) least += 1;
    known.push(least);
  }
  return known[heap] ?? 0;
}
