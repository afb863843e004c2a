/**
 * Game trees: the tree's text and the path to its node, as `max(min(3,12),min(2,4)) 0`; a move is the number of a child.
 * The root stands on top; a ring marks the node that is reached, or all that it may be where a step is hidden.
 */

import type { Drawing, Face, Label, Line, Look, Piece, Spot } from "../../boards/model";
import { type TreeNode, mayBe, nodesOf, readTree, splitPosition } from "./notation";

const NODE_HALF = 4;
const COLUMN = 10;
const ROW = 18;
const MARGIN = 7;
const LOOKS: Record<string, Look> = { max: "seat-0", A: "seat-0", min: "seat-1", B: "seat-1", C: "seat-2", avg: "white" };

interface Place {
  x: number;
  y: number;
}

/** The id of a node's spot: the root has an empty path. */
function spotId(path: string): string {
  return `n${path}`;
}

/** Where each node stands: leaves side by side, a parent over the middle of its children. */
function placesOf(root: TreeNode): Map<string, Place> {
  const places = new Map<string, Place>();
  let leaves = 0;
  const place = (node: TreeNode): number => {
    const xs = node.children.map(place);
    const x = xs.length === 0 ? MARGIN + COLUMN * leaves++ : ((xs[0] ?? 0) + (xs.at(-1) ?? 0)) / 2;
    places.set(node.path, { x, y: MARGIN + ROW * node.path.length });
    return x;
  };
  place(root);
  return places;
}

/** What a node's piece shows: a label of its information set; a leaf's value is text without a piece. */
function pieceOf({ path, word, label }: TreeNode): Piece[] {
  const look = LOOKS[word];
  if (!look) return [];
  return [{ spot: spotId(path), look, ...(label === "" ? {} : { text: label }) }];
}

function nameOf({ path, word, leaf }: TreeNode): string {
  return `${path} ${word}${leaf}`.trim();
}

function draw(position: string): Drawing {
  const { tree, path } = splitPosition(position);
  const root = readTree(tree);
  const nodes = nodesOf(root);
  const places = placesOf(root);
  const at = (node: string): Place => places.get(node) ?? { x: 0, y: 0 };
  const lines: Line[] = [];
  const labels: Label[] = [];
  for (const node of nodes) {
    const { x, y } = at(node.path);
    if (node.word === "") labels.push({ x, y, text: node.leaf, isText: true, large: true });
    if (node.path === "") continue;
    const above = at(node.path.slice(0, -1));
    lines.push({ x1: above.x, y1: above.y + NODE_HALF, x2: x, y2: y - NODE_HALF });
    if (node.share !== "") labels.push({ x: (above.x + x) / 2 + 2, y: (above.y + y) / 2, text: node.share, isText: true });
  }
  const spots: Spot[] = nodes.map((node) => ({ id: spotId(node.path), name: nameOf(node), half: NODE_HALF, ...at(node.path) }));
  const all = [...places.values()];
  return {
    width: Math.max(...all.map(({ x }) => x)) + MARGIN,
    height: Math.max(...all.map(({ y }) => y)) + MARGIN,
    ground: "paper",
    spotKind: "nodes",
    lines,
    dots: [],
    labels,
    goals: [],
    spots,
    pieces: nodes.flatMap(pieceOf),
    halos: nodes.filter((node) => mayBe(path, node.path)).map((node) => at(node.path)),
  };
}

/** The child that a move leads to: below every node that this may be. */
function childrenOf(move: string, position: string): string[][][] {
  const { tree, path } = splitPosition(position);
  const here = nodesOf(readTree(tree)).filter((node) => mayBe(path, node.path) && node.children.length > 0);
  return here.map((node) => [[spotId(`${node.path}${move}`)]]);
}

/** The nodes that the last step may have led to. */
function reached(_move: string, after: string): string[] {
  const { tree, path } = splitPosition(after);
  return nodesOf(readTree(tree)).filter((node) => mayBe(path, node.path)).map((node) => spotId(node.path));
}

export const face: Face = {
  sample: "max(min(3,12,8),min(2,4,6),min(14,5,2)) 0",
  looks: ["seat-0", "seat-1", "seat-2"],
  dieSides: 6,
  draw,
  // The same number names another node after the reply.
  mayPremove: () => false,
  moveSpots: () => [],
  paths: childrenOf,
  lastMoveSpots: reached,
  positionAfter: (position, move) => (position.includes(" ") ? `${position}${move}` : `${position} ${move}`),
};
