/** The board of chess and its moves, shared by all games with chess pieces. */

import { isUpper, piecesOf, rowsOf } from "../boards/fen";
import { type Drawing, type Label, type Look, type Promotion, grid, letter } from "../boards/model";
import { SIZE, attackedKing, square } from "./board";

function lookOf(piece: string): Look {
  return isUpper(piece) ? "custom-white" : "custom-black";
}

const DARK = Array.from({ length: SIZE * SIZE }, (_, index) => [index % SIZE, Math.floor(index / SIZE)] as const)
  .filter(([column, row]) => (column + row) % 2 === 1)
  .map(([column, row]) => `M${column * 10} ${row * 10}h10v10h-10z`)
  .join("");

/** Coordinates in the corners of squares: files at the lower edge, ranks at the left one. */
function coordinates(flipped: boolean): Label[] {
  return Array.from({ length: SIZE }, (_, index) => {
    const [column, row] = flipped ? [SIZE - 1 - index, SIZE - 1 - index] : [index, index];
    return [
      { x: index * 10 + 9, y: 78.8, text: letter(column) },
      { x: 1, y: index * 10 + 1.6, text: String(SIZE - row) },
    ];
  }).flat();
}

/** Draws a FEN, flipped for black; a king in check is marked. */
export function draw(position: string, viewer: number | null): Drawing {
  const flipped = viewer === 1;
  const rows = rowsOf(position);
  const far = SIZE - 1;
  const board = grid(SIZE, SIZE, (x, y) => (flipped ? square(far - x, far - y) : square(x, y)), 0);
  const pieces = piecesOf(rows).map(({ piece, column, row }) => ({
    spot: square(column, row),
    look: lookOf(piece),
    text: piece.toLowerCase(),
  }));
  return {
    ...board,
    ground: "wood",
    shade: DARK,
    labels: coordinates(flipped),
    checkedSpots: checkedKing(position),
    pieces,
  };
}

/** The square of the king of the side to move if it is in check; else empty. */
function checkedKing(position: string): string[] {
  const king = attackedKing(rowsOf(position), position.split(" ")[1] === "b" ? "k" : "K");
  return king ? [square(...king)] : [];
}

/** The origin and target squares of a move. */
export function moveSpots(move: string): string[] {
  return move ? [move.slice(0, 2), move.slice(2, 4)] : [];
}

const PROMOTION_ORDER = "qnrb";

/** The promotions among moves, queen first. */
export function promotions(moves: readonly string[], seat: number): Promotion[] {
  const look: Look = seat === 0 ? "custom-white" : "custom-black";
  return moves
    .filter((move) => move[4])
    .toSorted((a, b) => PROMOTION_ORDER.indexOf(a[4] ?? "") - PROMOTION_ORDER.indexOf(b[4] ?? ""))
    .map((move) => ({ move, piece: { spot: move.slice(2, 4), look, text: move[4] ?? "" } }));
}
