/**
 * EinStein würfelt nicht!: `B 2 25 24 23 20 19 15 1 2 3 6 7 11` (side, die, cells of blue 1..6,
 * cells of red 1..6, 0 for none); moves `24-19`, or six digits that arrange one's stones.
 *
 * Each seat sees its own stones at the bottom right; a spectator sees the board as blue does.
 */

import { type Drawing, type GameView, type Label, type Look, type Piece, type PieceArrangement, grid, gridLines } from "../boards/model";

const MARGIN = 1;
const STONES = 6;
const BLUE_START = ["15", "19", "20", "23", "24", "25"];
const RED_START = ["1", "2", "3", "6", "7", "11"];

function cellNumber(column: number, row: number, flipped: boolean): string {
  const number = row * 5 + column + 1;
  return String(flipped ? 26 - number : number);
}

function stones(cells: string[], look: Look): Piece[] {
  return cells.flatMap((spot, index) => (spot === "0" ? [] : [{ spot, look, text: String(index + 1) }]));
}

function draw(position: string, viewer: number | null): Drawing {
  const flipped = viewer === 1;
  const board = grid(5, 5, (column, row) => cellNumber(column, row, flipped), MARGIN);
  const cells = position.split(" ").slice(2);
  const labels: Label[] = board.spots.map(({ x, y, id }) => ({ x: x - 3.9, y: y - 4, text: id }));
  return {
    ...board,
    lines: gridLines(5, 5, MARGIN, true),
    labels,
    goals: [
      { spot: "1", seat: 0 },
      { spot: "25", seat: 1 },
    ],
    pieces: [
      ...stones(cells.slice(0, STONES), "blue-stone"),
      ...stones(cells.slice(STONES, 2 * STONES), "red-stone"),
    ],
  };
}

/** The start cells in ascending order, which is the order of stones in a set-up move. */
function startCells(seat: number): string[] {
  return seat === 0 ? BLUE_START : RED_START;
}

const pieceArrangement: PieceArrangement = {
  applies: (legal) => legal.length > 0 && legal.every((move) => /^[1-6]{6}$/.test(move)),
  spots: startCells,
  defaultArrangement: (seat) => [...(seat === 0 ? "654321" : "123456")],
  move: (arrangement) => arrangement.join(""),
  arrange(drawing, seat, arrangement) {
    const look: Look = seat === 0 ? "blue-stone" : "red-stone";
    const ownStones = startCells(seat).map((spot, index) => ({ spot, look, text: arrangement[index] ?? "" }));
    return { ...drawing, pieces: [...drawing.pieces.filter((piece) => piece.look !== look), ...ownStones] };
  },
};

export const gameView: GameView = {
  sample: "B 2 25 24 14 12 0 15 1 8 3 6 19 23",
  looks: ["blue-stone", "red-stone"],
  dieSides: 6,
  canFlip: true,
  draw,
  moveSpots: (move) => (move.includes("-") ? move.split("-") : []),
  pieceArrangement,
  winningSpots(position) {
    const cells = position.split(" ").slice(2);
    return [...(cells.slice(0, STONES).includes("1") ? ["1"] : []), ...(cells.slice(STONES, 2 * STONES).includes("25") ? ["25"] : [])];
  },
};
