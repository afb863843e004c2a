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

/** The move that splits a heap after this many counters; undefined: the parts would be equal, or one empty. */
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

const nimValues = [0];

/** The nim-value of a heap: the mex (minimum excludant) of the exclusive ors of the parts of all splits. */
export function nimValue(heap: number): number {
  for (let size = nimValues.length; size <= heap; size++) {
    const options = new Set<number>();
    for (let part = 1; 2 * part < size; part++) options.add((nimValues[part] ?? 0) ^ (nimValues[size - part] ?? 0));
    let mex = 0;
    while (options.has(mex)) mex += 1;
    nimValues.push(mex);
  }
  return nimValues[heap] ?? 0;
}
