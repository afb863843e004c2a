/** Ox-horn chess: ten nodes on a horn, `0 8 9 r` (red, the two blue, side); moves `8-6`. */

import type { Drawing, GameView, Piece, Spot } from "../boards/model";
import { EDGES, NODES, OUTLINE, centreOf, numberPlace } from "./horn";

const SIZE = 74;
const NODE_HALF = 4;

const spots: Spot[] = Array.from({ length: NODES }, (_, node) => ({
  id: String(node),
  name: String(node),
  half: NODE_HALF,
  ...centreOf(node),
}));

const labels = spots.map(({ id }) => ({ ...numberPlace(Number(id)), text: id }));

function draw(position: string): Drawing {
  const [red, ...rest] = position.split(" ");
  const pieces: Piece[] = [{ spot: red ?? "0", look: "red" }];
  for (const blue of rest.slice(0, 2)) pieces.push({ spot: blue, look: "blue" });
  return {
    width: SIZE,
    height: SIZE,
    ground: "paper",
    spotKind: "nodes",
    outline: OUTLINE,
    strokes: EDGES,
    lines: [],
    dots: [],
    labels,
    goals: ["8", "9"].map((spot) => ({ spot, seat: 0 })),
    spots,
    pieces,
  };
}

export const gameView: GameView = {
  sample: "3 5 8 r",
  looks: ["red", "blue"],
  dieSides: 0,
  draw,
  moveSpots: (move) => move.split("-"),
  // The red stone, which has reached its goal or is blocked.
  winningSpots: (position) => position.split(" ").slice(0, 1),
};
