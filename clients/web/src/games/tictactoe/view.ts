/** Tic-tac-toe: `x.o.x...o x`, rows from the top, then the side to move; moves `a1` to `c3`. */

import { type Drawing, type GameView, type Look, type Piece, grid, gridLines, letter } from "../boards/model";

const LOOKS: Record<string, Look> = { x: "cross", o: "ring" };
const MARGIN = 1;

function name(column: number, row: number): string {
  return `${letter(column)}${3 - row}`;
}

function draw(position: string): Drawing {
  const board = grid(3, 3, name, MARGIN);
  const pieces: Piece[] = [];
  board.spots.forEach((spot, index) => {
    const look = LOOKS[position[index] ?? "."];
    if (look) pieces.push({ spot: spot.id, look });
  });
  return { ...board, lines: gridLines(3, 3, MARGIN, false), pieces };
}

const LINES = ["a1b1c1", "a2b2c2", "a3b3c3", "a1a2a3", "b1b2b3", "c1c2c3", "a1b2c3", "a3b2c1"].map((line) => line.match(/../g) ?? []);

/** The spots of all complete lines. */
function winningSpots(position: string): string[] {
  const looks = new Map(draw(position).pieces.map(({ spot, look }) => [spot, look]));
  return LINES.filter(([first = "", ...others]) => looks.has(first) && others.every((spot) => looks.get(spot) === looks.get(first))).flat();
}

export const gameView: GameView = {
  sample: "x.o.x...o x",
  looks: ["cross", "ring"],
  dieSides: 0,
  draw,
  moveSpots: (move) => [move],
  winningSpots,
};
