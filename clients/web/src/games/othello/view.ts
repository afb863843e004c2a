/** Othello: a position has a sign for each of the 64 (or 36) cells, `X`, `O` or `-`, row 1 first, then the side to move; moves are `f5`, `pass`. */

import { edgeNames } from "../boards/lattice";
import { type Drawing, type GameView, type Look, type Piece, type Tally, grid, gridLines, letter } from "../boards/model";

const LOOKS: Record<string, Look> = { X: "black", O: "white" };
const MARGIN = 4;

function cells(position: string): string {
  return position.split(" ")[0] ?? "";
}

/** The four dots, two cells diagonally from the corners. */
function dots(size: number): { x: number; y: number }[] {
  const [near, far] = [MARGIN + 20, MARGIN + (size - 2) * 10];
  return [near, far].flatMap((x) => [near, far].map((y) => ({ x, y })));
}

function draw(position: string): Drawing {
  const text = cells(position);
  const size = Math.round(Math.sqrt(text.length));
  const lines = Array.from({ length: size }, (_, line) => line);
  const board = grid(size, size, (column, row) => `${letter(column)}${row + 1}`, MARGIN);
  const pieces: Piece[] = [];
  board.spots.forEach((spot, index) => {
    const look = LOOKS[text[index] ?? "-"];
    if (look) pieces.push({ spot: spot.id, look });
  });
  return {
    ...board,
    ground: "green",
    lines: gridLines(size, size, MARGIN, true),
    dots: dots(size),
    labels: edgeNames(board, lines.map((line) => letter(line)), lines.map((line) => String(line + 1)), MARGIN),
    pieces,
  };
}

function tallies(position: string): Tally[] {
  const text = cells(position);
  return ["X", "O"].map((disc) => ({ score: text.split(disc).length - 1 }));
}

export const gameView: GameView = {
  sample: "----------XX-----OXXO----OXXXO---OOXXX----OO-------------------- X",
  looks: ["black", "white"],
  dieSides: 0,
  draw,
  moveSpots: (move) => (move === "pass" ? [] : [move]),
  tallies,
};
