/**
 * The shape of the ox-horn: a strip along a curved axis, from the tip (node 0) to the broad end (nodes 8 and 9). Odd nodes
 * are on its outer edge, even ones on the inner edge; each node is connected to the next two. Pure.
 */

export interface Point {
  x: number;
  y: number;
}

export const NODES = 10;
const CENTRE = { x: 44.4, y: 39.5 };
const RADIUS = 25;
const DEGREES = { tip: 48, turn: 166 };

/** Curvilinear coordinates: `along` the axis from 0 (node 0) to 1 (node 9), and `off` it towards the outer edge. */
interface Place {
  along: number;
  off: number;
}

function pointAt({ along, off }: Place): Point {
  const angle = ((DEGREES.tip + DEGREES.turn * along) * Math.PI) / 180;
  const radius = RADIUS + off;
  return { x: CENTRE.x + radius * Math.cos(angle), y: CENTRE.y - radius * Math.sin(angle) };
}

/** Half the distance between the two rows of nodes: the horn widens from its tip. */
function width(along: number): number {
  return 3.5 + 5 * along;
}

function placeOf(node: number): Place {
  const along = node / (NODES - 1);
  const side = node === 0 ? 0 : node % 2 === 1 ? 1 : -1;
  return { along, off: side * width(along) };
}

export function centreOf(node: number): Point {
  return pointAt(placeOf(node));
}

/** The place of a node's number: beside it, towards the edge, or at the tip beyond it. */
export function numberPlace(node: number): Point {
  const { along, off } = placeOf(node);
  return node === 0 ? pointAt({ along: -0.085, off: 0 }) : pointAt({ along, off: off + Math.sign(off) * 5.4 });
}

// ── curves ─────────────────────────────────────────────────────────────────────────────────────

function text({ x, y }: Point): string {
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}

/** A quadratic Bézier curve from one node to another, through the point half-way along the horn. */
function edge(a: number, b: number): string {
  const [from, to] = [placeOf(a), placeOf(b)];
  const [start, end] = [pointAt(from), pointAt(to)];
  const middle = pointAt({ along: (from.along + to.along) / 2, off: (from.off + to.off) / 2 });
  const control = { x: 2 * middle.x - (start.x + end.x) / 2, y: 2 * middle.y - (start.y + end.y) / 2 };
  return `M${text(start)}Q${text(control)} ${text(end)}`;
}

/** The 17 edges between nodes, as an SVG path. */
export const EDGES = Array.from({ length: NODES }, (_, node) =>
  [node + 1, node + 2].filter((next) => next < NODES).map((next) => edge(node, next)).join(""),
).join("");

/** Cubic Bézier curves through these points (a Catmull–Rom spline), continuing a path at the first one. */
function through(points: readonly Point[]): string {
  const at = (index: number): Point => points[Math.min(Math.max(index, 0), points.length - 1)] ?? { x: 0, y: 0 };
  const beside = (index: number, sign: number): Point => {
    const [before, here, after] = [at(index - 1), at(index), at(index + 1)];
    return { x: here.x + (sign * (after.x - before.x)) / 6, y: here.y + (sign * (after.y - before.y)) / 6 };
  };
  return points.slice(1).map((point, index) => `C${text(beside(index, 1))} ${text(beside(index + 1, -1))} ${text(point)}`).join("");
}

/** The ends of the outline along the axis, and its margin around the nodes. */
const TIP = -0.24;
const ROUND = 0.2;
const BASE = 1.09;
const RIM = 7;
/** The bulge of the broad end. */
const BULGE = 0.07;

/** Half the width of the outline, which is rounded off from `ROUND` down to zero at the tip. */
function halfHorn(along: number): number {
  const full = width(Math.max(0, along)) + RIM;
  return along > ROUND ? full : full * Math.sin((Math.PI / 2) * ((along - TIP) / (ROUND - TIP)));
}

/** The outline as an SVG path: along the outer edge, around the broad end, and back along the inner edge. */
function horn(): string {
  const steps = Array.from({ length: 13 }, (_, step) => TIP + ((BASE - TIP) * step) / 12);
  const side = (sign: number): Point[] => steps.map((along) => pointAt({ along, off: sign * halfHorn(along) }));
  const [outer, inner] = [side(1), side(-1).reverse()];
  const last = halfHorn(BASE);
  const [first, second] = [0.5, -0.5].map((share) => pointAt({ along: BASE + BULGE, off: share * last }));
  const start = outer[0] ?? { x: 0, y: 0 };
  const corner = inner[0] ?? start;
  return `M${text(start)}${through(outer)}C${text(first ?? corner)} ${text(second ?? corner)} ${text(corner)}${through(inner)}Z`;
}

export const OUTLINE = horn();
