/** A game tree from its text: `max(min(3,12),avg(0.5:2,0.5:[p]min(4,6)))`. Pure; the server has checked the text. */

/** `word`: max, min, avg or a seat's letter; empty at a leaf, whose value is `leaf`. `path`: a digit for each step from the root. */
export interface TreeNode {
  path: string;
  word: string;
  leaf: string;
  label: string;
  /** The probability of the step to it, below a chance node. */
  share: string;
  children: TreeNode[];
}

const PART = /(?:\[(\w+)\])?(max|min|avg|[ABC])\(|(\d(?:\.\d+)?):|(-?\d+)|\)/g;

/** The root, with all nodes below it. */
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

/** The node and all below it. */
export function nodesOf(node: TreeNode): TreeNode[] {
  return [node, ...node.children.flatMap(nodesOf)];
}

/** Whether a tree is for three seats: its leaves have a digit for each. */
export function isForThree(root: TreeNode): boolean {
  return nodesOf(root).some(({ word }) => word === "C");
}

/** The node of a path without hidden steps. */
export function nodeAt(root: TreeNode, path: string): TreeNode | undefined {
  return nodesOf(root).find((node) => node.path === path);
}

/** A position as the tree's text and the path to its node, with `?` for a hidden step. */
export function splitPosition(position: string): { tree: string; path: string } {
  const [tree = "", path = ""] = position.split(" ");
  return { tree, path };
}

/** Whether a path with hidden steps may be this one. */
export function mayBe(seen: string, path: string): boolean {
  return seen.length === path.length && [...seen].every((step, index) => step === "?" || step === path[index]);
}
