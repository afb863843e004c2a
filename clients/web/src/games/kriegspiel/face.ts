/** Kriegspiel: `..x.. o`, the cells, then the side to move; moves `a1` to `e1`. */

import { type Drawing, type Face, type Look, type Piece, grid, gridLines, letter } from "../boards/model";

const CELLS = 5;
const LOOKS: Record<string, Look> = { x: "cross", o: "ring" };
const MARGIN = 1;

function draw(position: string): Drawing {
  const board = grid(CELLS, 1, (column) => `${letter(column)}1`, MARGIN);
  const pieces: Piece[] = [];
  board.spots.forEach((spot, index) => {
    const look = LOOKS[position[index] ?? "."];
    if (look) pieces.push({ spot: spot.id, look });
  });
  return { ...board, lines: gridLines(CELLS, 1, MARGIN, false), pieces };
}

export const face: Face = {
  sample: "..x.. o",
  looks: ["cross", "ring"],
  dieSides: 0,
  draw,
  moveSpots: (move) => [move],
};
