/** The board of chess and its moves, for every game that is played with chessmen. */

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

/** Files along the lower edge, ranks along the left one, in the corners of the squares. */
function coordinates(turned: boolean): Label[] {
  return Array.from({ length: SIZE }, (_, index) => {
    const [column, row] = turned ? [SIZE - 1 - index, SIZE - 1 - index] : [index, index];
    return [
      { x: index * 10 + 9, y: 78.8, text: letter(column) },
      { x: 1, y: index * 10 + 1.6, text: String(SIZE - row) },
    ];
  }).flat();
}

/** The men of a FEN on their board, turned for black; the king of the side to move is marked if it is attacked. */
export function draw(position: string, viewer: number | null): Drawing {
  const turned = viewer === 1;
  const rows = rowsOf(position);
  const far = SIZE - 1;
  const board = grid(SIZE, SIZE, (x, y) => (turned ? square(far - x, far - y) : square(x, y)), 0);
  const pieces = piecesOf(rows).map(({ piece, column, row }) => ({
    spot: square(column, row),
    look: lookOf(piece),
    text: piece.toLowerCase(),
  }));
  return {
    ...board,
    ground: "wood",
    shade: DARK,
    labels: coordinates(turned),
    checkedSpots: checkedKing(position),
    pieces,
  };
}

/** The square of the king of the side to move, if it is in check; else empty. */
function checkedKing(position: string): string[] {
  const king = attackedKing(rowsOf(position), position.split(" ")[1] === "b" ? "k" : "K");
  return king ? [square(...king)] : [];
}

/** The squares from and to. */
export function moveSpots(move: string): string[] {
  return move ? [move.slice(0, 2), move.slice(2, 4)] : [];
}

const PROMOTION_ORDER = "qnrb";

/** What a pawn can be promoted to. */
export function promotions(moves: readonly string[], seat: number): Promotion[] {
  const look: Look = seat === 0 ? "custom-white" : "custom-black";
  return moves
    .filter((move) => move[4])
    .toSorted((a, b) => PROMOTION_ORDER.indexOf(a[4] ?? "") - PROMOTION_ORDER.indexOf(b[4] ?? ""))
    .map((move) => ({ move, piece: { spot: move.slice(2, 4), look, text: move[4] ?? "" } }));
}
