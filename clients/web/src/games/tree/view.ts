/**
 * Game trees: the tree's text and the path to its node, as `max(min(3,12),min(2,4)) 0`; a move is the number of a child.
 * The root is at the top. A ring marks the current node, or all possible ones if a step is hidden.
 */

import type { Drawing, GameView, Label, Line, Look, Piece, Spot, Tally } from "../boards/model";
import { type TreeNode, isForThree, matchesPath, nodeAt, nodesOf, readTree, splitPosition } from "./notation";
import { noteOf } from "./notes";
import { backedUpValues, payoffs } from "./values";

/** Half the size of a node, and the distances between nodes. */
interface Measures {
  half: number;
  column: number;
  row: number;
  margin: number;
}
const DEFAULT: Measures = { half: 4, column: 10, row: 18, margin: 7 };
/** The measures for leaves with three numbers, which are also shown beside the other nodes at the end. */
const WIDE: Measures = { half: 6, column: 14, row: 22, margin: 13 };
/** The distance from a node's edge to the centre of its numbers. */
const BESIDE = 6;
const LOOKS: Record<string, Look> = { max: "seat-0", A: "seat-0", min: "seat-1", B: "seat-1", C: "seat-2", avg: "white" };

interface Place {
  x: number;
  y: number;
}

/** The id of a node's spot: the root has an empty path. */
function spotId(path: string): string {
  return `n${path}`;
}

/** The places of nodes by path: leaves are side by side, a parent is centred above its children. */
function placesOf(root: TreeNode, { column, row, margin }: Measures): Map<string, Place> {
  const places = new Map<string, Place>();
  let leaves = 0;
  const place = (node: TreeNode): number => {
    const xs = node.children.map(place);
    const x = xs.length === 0 ? margin + column * leaves++ : ((xs[0] ?? 0) + (xs.at(-1) ?? 0)) / 2;
    places.set(node.path, { x, y: margin + row * node.path.length });
    return x;
  };
  place(root);
  return places;
}

/** The piece of a node, with the label of its information set; none for a leaf, whose value is only text. */
function pieceOf({ path, word, label }: TreeNode): Piece[] {
  const look = LOOKS[word];
  if (!look) return [];
  return [{ spot: spotId(path), look, ...(label === "" ? {} : { text: label }) }];
}

function nameOf({ path, word, leaf }: TreeNode): string {
  return `${path} ${word}${leaf}`.trim();
}

/** The number of a leaf, or its numbers for three seats. */
function leafText(leaf: string, isVector: boolean): string {
  return isVector ? [...leaf].join(", ") : leaf.replace("-", "−");
}

/** A branch's probability, above its line and clear of it. */
function shareLabel(text: string, from: Place, to: Place): Label {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(x, y);
  const [across, up] = [(x < 0 ? -1 : 1) * (y / length), -Math.abs(x) / length];
  const offset = 0.65 * text.length * Math.abs(across) + 1.1 * Math.abs(up) + 0.6;
  return { x: (from.x + to.x) / 2 + offset * across, y: (from.y + to.y) / 2 + offset * up, text, isText: true };
}

function draw(position: string): Drawing {
  const { tree, path } = splitPosition(position);
  const root = readTree(tree);
  const nodes = nodesOf(root);
  const isVector = isForThree(root);
  const measures = isVector ? WIDE : DEFAULT;
  const { half, margin } = measures;
  const places = placesOf(root, measures);
  const at = (node: string): Place => places.get(node) ?? { x: 0, y: 0 };
  const lines: Line[] = [];
  const labels: Label[] = [];
  for (const node of nodes) {
    const { x, y } = at(node.path);
    if (node.word === "") labels.push({ x, y, text: leafText(node.leaf, isVector), isText: true, large: true });
    if (node.path === "") continue;
    const above = at(node.path.slice(0, -1));
    const [from, to] = [{ x: above.x, y: above.y + half }, { x, y: y - half }];
    lines.push({ x1: from.x, y1: from.y, x2: to.x, y2: to.y });
    if (node.share !== "") labels.push(shareLabel(node.share, from, to));
  }
  const spots: Spot[] = nodes.map((node) => ({ id: spotId(node.path), name: nameOf(node), half, ...at(node.path) }));
  const all = [...places.values()];
  return {
    width: Math.max(...all.map(({ x }) => x)) + margin,
    height: Math.max(...all.map(({ y }) => y)) + margin,
    ground: "paper",
    spotKind: "nodes",
    lines,
    dots: [],
    labels,
    goals: [],
    spots,
    pieces: nodes.flatMap(pieceOf),
    halos: nodes.filter((node) => matchesPath(path, node.path)).map((node) => ({ ...at(node.path), r: half + 0.6 })),
  };
}

/** Adds the value of each inner node: on it, or for three seats beside it. */
function withValues(drawing: Drawing, position: string): Drawing {
  const root = readTree(splitPosition(position).tree);
  const values = new Map([...backedUpValues(root)].map(([path, value]) => [spotId(path), value]));
  if (values.size === 0) return drawing;
  if (isForThree(root)) {
    const valued = drawing.spots.filter(({ id }) => values.has(id));
    const beside = valued.map(({ id, x, y, half }): Label => ({ x: x + half + BESIDE, y, text: values.get(id) ?? "", isText: true, large: true }));
    return { ...drawing, labels: [...drawing.labels, ...beside] };
  }
  return { ...drawing, pieces: drawing.pieces.map((piece) => ({ ...piece, text: values.get(piece.spot) ?? "" })) };
}

/** The payoffs at a leaf; none before the end. */
function tallies(position: string): Tally[] {
  const { tree, path } = splitPosition(position);
  const root = readTree(tree);
  const leaf = nodeAt(root, path);
  return leaf?.word === "" ? payoffs(root, leaf).map((score) => ({ score, unit: "points" })) : [];
}

/** The children that a move may lead to: one below each possible current node. */
function childrenOf(move: string, position: string): string[][][] {
  const { tree, path } = splitPosition(position);
  const here = nodesOf(readTree(tree)).filter((node) => matchesPath(path, node.path) && node.children.length > 0);
  return here.map((node) => [[spotId(`${node.path}${move}`)]]);
}

/** The nodes that the last move may have led to. */
function reached(_move: string, after: string): string[] {
  const { tree, path } = splitPosition(after);
  return nodesOf(readTree(tree)).filter((node) => matchesPath(path, node.path)).map((node) => spotId(node.path));
}

export const gameView: GameView = {
  sample: "max(min(3,12,8),min(2,4,6),min(14,5,2)) 0",
  looks: ["seat-0", "seat-1", "seat-2"],
  dieSides: 2,
  // A throw is a branch, and the board shows it.
  hidesDice: true,
  draw,
  afterEnd: withValues,
  tallies,
  notes: (position, _, language, settings) => noteOf(position, language, settings),
  // A move names another node after the reply.
  canPremove: () => false,
  moveSpots: () => [],
  paths: childrenOf,
  lastMoveSpots: reached,
  positionAfter: (position, move) => (position.includes(" ") ? `${position}${move}` : `${position} ${move}`),
};
