/** What the nodes of a tree are worth with best play, backed up from its leaves; for games that are over. Pure. */

import { type TreeNode, isForThree, nodesOf } from "./notation";

const SEATS = "ABC";

/** What each seat gets at a leaf of a tree for two or for three. */
export function payoffs(root: TreeNode, leaf: TreeNode): number[] {
  if (isForThree(root)) return [...leaf.leaf].map(Number);
  const value = Number(leaf.leaf);
  return nodesOf(root).some(({ word }) => word === "A" || word === "B") ? [value, value] : [value, -value];
}

/**
 * The value of each inner node by its path, as leaves are written: MAX's where MAX and MIN play, otherwise what each seat
 * gets where each takes the best for itself, of equals the first. With information sets there is none: what a node is
 * worth depends on the whole plan of a seat.
 */
export function backedUp(root: TreeNode): Map<string, string> {
  const values = new Map<string, string>();
  if (nodesOf(root).some(({ label }) => label !== "")) return values;
  const isVector = isForThree(root);
  const valueOf = (node: TreeNode): number[] => {
    if (node.children.length === 0) return payoffs(root, node);
    const below = node.children.map(valueOf);
    const value = node.word === "avg" ? average(node, below) : chosen(node.word, below);
    values.set(node.path, isVector ? value.map(written).join(", ") : written(value[0] ?? 0));
    return value;
  };
  valueOf(root);
  return values;
}

function average({ children }: TreeNode, below: number[][]): number[] {
  const shares = children.map(({ share }) => Number(share));
  return (below[0] ?? []).map((_, seat) => below.reduce((sum, value, child) => sum + (shares[child] ?? 0) * (value[seat] ?? 0), 0));
}

/** The first of the children that are best for the seat which the node's word names. */
function chosen(word: string, below: number[][]): number[] {
  const seat = { max: 0, min: 1 }[word] ?? SEATS.indexOf(word);
  return below.reduce((best, value) => ((value[seat] ?? 0) > (best[seat] ?? 0) ? value : best));
}

/** A number with at most two decimals. */
function written(value: number): string {
  return String(Math.round(100 * value) / 100).replace("-", "−");
}
