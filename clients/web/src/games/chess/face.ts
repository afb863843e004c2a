/**
 * Chess: a position is FEN, a move UCI (`e2e4`, `e7e8q`, castling as the king's move `e1g1`).
 *
 * What may be played comes from the server. How the pieces move is known here (`board.ts`) for the notation, and
 * for positions that come in no message: engines' lines, replays, and a pending move.
 */

import Pieces from "./Pieces.svelte";
import { at, isUpper, otherSide, piecesOf, rowsOf, textOf } from "../boards/fen";
import { materialOf } from "../boards/material";
import { type Drawing, type Face, type Label, type Look, type Promotion, grid, letter } from "../boards/model";
import { SIZE, attackedKing, coordinatesOf, premoveTargets, rowsAfter, square } from "./board";
import { readSan, san } from "./san";

function lookOf(piece: string): Look {
  return isUpper(piece) ? "custom-white" : "custom-black";
}

// ── the drawing ────────────────────────────────────────────────────────────────────────────────

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

function draw(position: string, viewer: number | null): Drawing {
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

// ── moves ──────────────────────────────────────────────────────────────────────────────────────

function moveSpots(move: string): string[] {
  return move ? [move.slice(0, 2), move.slice(2, 4)] : [];
}

/** The position after a move, castling and captures en passant included. */
function positionAfter(position: string, move: string): string {
  const rows = rowsOf(position);
  const [from, to] = [coordinatesOf(move.slice(0, 2)), coordinatesOf(move.slice(2, 4))];
  return at(rows, ...from) === null ? position : textOf(rowsAfter(rows, from, to, move[4]), otherSide(position));
}

const PROMOTION_ORDER = "qnrb";

/** What a pawn can be promoted to. */
function promotions(moves: readonly string[], seat: number): Promotion[] {
  const look: Look = seat === 0 ? "custom-white" : "custom-black";
  return moves
    .filter((move) => move[4])
    .toSorted((a, b) => PROMOTION_ORDER.indexOf(a[4] ?? "") - PROMOTION_ORDER.indexOf(b[4] ?? ""))
    .map((move) => ({ move, piece: { spot: move.slice(2, 4), look, text: move[4] ?? "" } }));
}

const VALUES = { q: 9, r: 5, b: 3, n: 3, p: 1 };

export const face: Face = {
  sample: "rn2kb1r/p3qppp/2p2n2/1p2p1B1/2B1P3/1QN5/PPP2PPP/R3K2R b KQkq - 1 9",
  looks: ["custom-white", "custom-black"],
  Pieces,
  dieSides: 0,
  canFlip: true,
  draw,
  moveSpots,
  positionAfter,
  promotions,
  notation: san,
  material: (position) => materialOf(position, VALUES, ["custom-white", "custom-black"]),
  readMove: readSan,
  premoveTargets: (position, from) => premoveTargets(rowsOf(position), coordinatesOf(from)).map(([column, row]) => square(column, row)),
};
