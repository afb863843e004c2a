/** The values of the nodes of a tree with best play, backed up from its leaves; for finished games. Pure. */

import { type TreeNode, isForThree, nodesOf } from "./notation";

const SEATS = "ABC";

/** The payoff of each seat at a leaf. */
export function payoffs(root: TreeNode, leaf: TreeNode): number[] {
  if (isForThree(root)) return [...leaf.leaf].map(Number);
  const value = Number(leaf.leaf);
  return nodesOf(root).some(({ word }) => word === "A" || word === "B") ? [value, value] : [value, -value];
}

/**
 * The value of each inner node by its path, in the notation of leaves: MAX's payoff, or in other trees the payoffs of all
 * seats if each maximises its own and prefers the first of equals. Trees with information sets have no values of nodes,
 * because these depend on the strategy of a seat as a whole.
 */
export function backedUpValues(root: TreeNode): Map<string, string> {
  const values = new Map<string, string>();
  if (nodesOf(root).some(({ label }) => label !== "")) return values;
  const isVector = isForThree(root);
  const valueOf = (node: TreeNode): number[] => {
    if (node.children.length === 0) return payoffs(root, node);
    const below = node.children.map(valueOf);
    const value = node.word === "avg" ? average(node, below) : chosen(node.word, below);
    values.set(node.path, isVector ? value.map(formatted).join(", ") : formatted(value[0] ?? 0));
    return value;
  };
  valueOf(root);
  return values;
}

function average({ children }: TreeNode, below: number[][]): number[] {
  const shares = children.map(({ share }) => Number(share));
  return (below[0] ?? []).map((_, seat) => below.reduce((sum, value, child) => sum + (shares[child] ?? 0) * (value[seat] ?? 0), 0));
}

/** The best child for the seat that `word` names; the first of equals. */
function chosen(word: string, below: number[][]): number[] {
  const seat = { max: 0, min: 1 }[word] ?? SEATS.indexOf(word);
  return below.reduce((best, value) => ((value[seat] ?? 0) > (best[seat] ?? 0) ? value : best));
}

/** A number with at most two decimals. */
function formatted(value: number): string {
  return String(Math.round(100 * value) / 100).replace("-", "−");
}
