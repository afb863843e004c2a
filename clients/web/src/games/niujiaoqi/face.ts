/**
 * Ox-horn chess: ten nodes on a horn, `0 8 9 r` (red, the two blue, side); moves `8-6`.
 *
 * The horn is a strip of triangles along a bent axis, from the tip 0 to the broad end 8 and 9:
 * odd nodes on its outer edge, even ones on the inner. The edges join every node to the next two.
 */

import type { Drawing, Face, Label, Line, Piece, Spot } from "../../boards/model";

const SIZE = 74;
const NODES = 10;
const NODE_HALF = 4;
const CENTRE = { x: 44.4, y: 39.5 };
const RADIUS = 25;
const DEGREES = { tip: 48, turn: 166 };

/** A point of the horn: `along` the axis from 0 (tip) to 1, `off` it towards the outer edge. */
function point(along: number, off: number): { x: number; y: number } {
  const angle = ((DEGREES.tip + DEGREES.turn * along) * Math.PI) / 180;
  const radius = RADIUS + off;
  return { x: CENTRE.x + radius * Math.cos(angle), y: CENTRE.y - radius * Math.sin(angle) };
}

/** Half the distance between the two rows of nodes: the horn widens from its tip. */
function width(along: number): number {
  return 3.5 + 5 * along;
}

function centreOf(node: number): { x: number; y: number } {
  const along = node / (NODES - 1);
  const side = node === 0 ? 0 : node % 2 === 1 ? 1 : -1;
  return point(along, side * width(along));
}

/** How far along its axis the horn itself reaches, and how far beyond its nodes. */
const TIP = -0.24;
const ROUND = 0.2;
const BASE = 1.09;
const RIM = 7;

/** Half the horn's breadth: it rounds off from `ROUND` down to nothing at the tip. */
function halfHorn(along: number): number {
  const full = width(Math.max(0, along)) + RIM;
  return along > ROUND ? full : full * Math.sin((Math.PI / 2) * ((along - TIP) / (ROUND - TIP)));
}

/** The horn's outline, as an SVG path. */
function horn(): string {
  const steps = Array.from({ length: 65 }, (_, step) => TIP + ((BASE - TIP) * step) / 64);
  const edge = (side: number) => steps.map((along) => point(along, side * halfHorn(along)));
  const points = [...edge(1), ...edge(-1).reverse()];
  return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}

/** A node's number stands beside it, towards the edge; the tip's towards the tip. */
function label(node: number): Label {
  const along = node / (NODES - 1);
  const side = node % 2 === 1 ? 1 : -1;
  const at = node === 0 ? point(-0.085, 0) : point(along, side * (width(along) + 5.4));
  return { ...at, text: String(node) };
}

const outline = horn();

const spots: Spot[] = Array.from({ length: NODES }, (_, node) => ({
  id: String(node),
  name: String(node),
  half: NODE_HALF,
  ...centreOf(node),
}));

function edgeBetween(a: number, b: number): Line {
  const [from, to] = [centreOf(a), centreOf(b)];
  return { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
}

const lines: Line[] = spots.flatMap((_, node) =>
  [node + 1, node + 2].filter((next) => next < NODES).map((next) => edgeBetween(node, next)),
);

function draw(position: string): Drawing {
  const [red, ...rest] = position.split(" ");
  const pieces: Piece[] = [{ spot: red ?? "0", look: "red" }];
  for (const blue of rest.slice(0, 2)) pieces.push({ spot: blue, look: "blue" });
  return {
    width: SIZE,
    height: SIZE,
    ground: "paper",
    spotKind: "nodes",
    outline,
    lines,
    dots: [],
    labels: spots.map((_, node) => label(node)),
    goals: ["8", "9"].map((spot) => ({ spot, seat: 0 })),
    spots,
    pieces,
  };
}

export const face: Face = {
  sample: "3 5 8 r",
  looks: ["red", "blue"],
  dieSides: 0,
  draw,
  moveSpots: (move) => move.split("-"),
  // Red has arrived, or is blocked.
  winningSpots: (position) => position.split(" ").slice(0, 1),
};
