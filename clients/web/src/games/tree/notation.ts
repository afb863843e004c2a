/** Parses game trees: `max(min(3,12),avg(0.5:2,0.5:[p]min(4,6)))`. Pure; the server has validated the text. */

/** `path`: a digit for each step from the root; `word`: max, min, avg or the letter of a seat; empty for a leaf, whose value is `leaf`. */
export interface TreeNode {
  path: string;
  word: string;
  leaf: string;
  label: string;
  /** The probability of reaching it from a chance node. */
  share: string;
  children: TreeNode[];
}

const PART = /(?:\[(\w+)\])?(max|min|avg|[ABC])\(|(\d(?:\.\d+)?):|(-?\d+)|\)/g;

/** Parses a tree; returns its root. */
export function readTree(text: string): TreeNode {
  const root: TreeNode = { path: "", word: "", leaf: "", label: "", share: "", children: [] };
  const open = [root];
  let share = "";
  for (const [part, label = "", word = "", probability = "", leaf = ""] of text.matchAll(PART)) {
    const parent = open.at(-1) ?? root;
    if (part === ")") open.pop();
    else if (probability !== "") share = probability;
    else {
      const path = open.length === 1 ? "" : `${parent.path}${parent.children.length}`;
      const node = { path, word, leaf, label, share, children: [] };
      parent.children.push(node);
      share = "";
      if (word !== "") open.push(node);
    }
  }
  return root.children[0] ?? root;
}

/** A node and all its descendants. */
export function nodesOf(node: TreeNode): TreeNode[] {
  return [node, ...node.children.flatMap(nodesOf)];
}

/** Whether a tree is for three seats, so that leaves have a digit for each. */
export function isForThree(root: TreeNode): boolean {
  return nodesOf(root).some(({ word }) => word === "C");
}

/** The node at a path without hidden steps. */
export function nodeAt(root: TreeNode, path: string): TreeNode | undefined {
  return nodesOf(root).find((node) => node.path === path);
}

/** Splits a position into the text of the tree and the path to the current node, with `?` for hidden steps. */
export function splitPosition(position: string): { tree: string; path: string } {
  const [tree = "", path = ""] = position.split(" ");
  return { tree, path };
}

/** Whether a path with hidden steps matches `path`. */
export function matchesPath(visible: string, path: string): boolean {
  return visible.length === path.length && [...visible].every((step, index) => step === "?" || step === path[index]);
}
