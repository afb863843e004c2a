/**
 * Ox-horn chess: ten nodes on a horn, `0 8 9 r` (red, the two blue, side); moves `8-6`.
 *
 * The horn is a strip of triangles along a bent axis, from the tip 0 to the broad end 8 and 9:
 * odd nodes on its outer edge, even ones on the inner. The edges join every node to the next two.
 */

import type { Drawing, Face, Line, Piece, Spot } from "./model";

const SIZE = 64;
const NODES = 10;
const NODE_HALF = 4.4;

/** Where a node lies: the axis turns a third of a circle, the horn widens from tip to base. */
function place(node: number): { x: number; y: number } {
  const along = node / (NODES - 1);
  const angle = Math.PI * (-0.02 + 0.62 * along);
  const side = node === 0 ? 0 : node % 2 === 1 ? 1 : -1;
  const radius = 39 + side * (3.5 + 7.5 * along);
  return { x: SIZE - 3 - radius * Math.sin(angle) * 1.12, y: 50 - radius * Math.cos(angle) * 1.1 };
}

const spots: Spot[] = Array.from({ length: NODES }, (_, node) => ({
  id: String(node),
  name: String(node),
  half: NODE_HALF,
  ...place(node),
}));

function joined(a: number, b: number): Line {
  const [from, to] = [place(a), place(b)];
  return { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
}

const lines: Line[] = spots.flatMap((_, node) =>
  [node + 1, node + 2].filter((next) => next < NODES).map((next) => joined(node, next)),
);

function draw(position: string): Drawing {
  const [red, ...rest] = position.split(" ");
  const pieces: Piece[] = [{ spot: red ?? "0", look: "red" }];
  for (const blue of rest.slice(0, 2)) pieces.push({ spot: blue, look: "blue" });
  return {
    width: SIZE,
    height: SIZE,
    ground: "paper",
    places: "nodes",
    lines,
    dots: [],
    labels: spots.map(({ x, y, id }) => ({ x, y, text: id })),
    goals: ["8", "9"].map((spot) => ({ spot, seat: 0 })),
    spots,
    pieces,
  };
}

export const niujiaoqi: Face = {
  sample: "2 5 7 r",
  looks: ["red", "blue"],
  sides: 0,
  draw,
  steps: (move) => move.split("-"),
};
