/**
 * Chess: a position is FEN, a move UCI (`e2e4`, `e7e8q`, castling as the king's move `e1g1`).
 *
 * What may be played comes from the server. Known here are the looks of the pieces, what else a move changes
 * on the board, and whether the king is attacked. The last is needed for positions that come in no message:
 * engines' lines, replays, and a pending move.
 */

import { type Rows, along, at, isUpper, otherSide, piecesOf, rowsOf, sameSide, textOf } from "../../boards/fen";
import { type Drawing, type Face, type Label, type Look, type Promotion, grid, letter } from "../../boards/model";
import Pieces from "./Pieces.svelte";

const SIZE = 8;
const STRAIGHT = [[1, 0], [-1, 0], [0, 1], [0, -1]] as const;
const DIAGONAL = [[1, 1], [1, -1], [-1, 1], [-1, -1]] as const;
const KNIGHT = [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]] as const;

function lookOf(piece: string): Look {
  return isUpper(piece) ? "custom-white" : "custom-black";
}

function square(column: number, row: number): string {
  return `${letter(column)}${SIZE - row}`;
}

/** Column and row of a square's name. */
function coordinatesOf(name: string): [number, number] {
  return [name.charCodeAt(0) - 97, SIZE - Number(name[1])];
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

/** The square of this king, if an enemy piece attacks it. */
function attackedKing(rows: Rows, king: string): [number, number] | null {
  const found = piecesOf(rows).find(({ piece }) => piece === king);
  if (!found) return null;
  const { column, row } = found;
  const isEnemy = (piece: string | null | undefined, kinds: string) =>
    piece != null && !sameSide(piece, king) && kinds.includes(piece.toLowerCase());
  const attackedFrom = (offsets: readonly (readonly [number, number])[], kinds: string) =>
    offsets.some(([dx, dy]) => isEnemy(at(rows, column + dx, row + dy), kinds));
  const attackedAlong = (directions: readonly (readonly [number, number])[], kinds: string) =>
    directions.some((direction) => isEnemy(along(rows, column, row, direction)[0], kinds));
  const forward = isUpper(king) ? -1 : 1;
  const attacked =
    attackedAlong(STRAIGHT, "rq") ||
    attackedAlong(DIAGONAL, "bq") ||
    attackedFrom(KNIGHT, "n") ||
    attackedFrom([...STRAIGHT, ...DIAGONAL], "k") ||
    attackedFrom([[1, forward], [-1, forward]], "p");
  return attacked ? [column, row] : null;
}

// ── moves ──────────────────────────────────────────────────────────────────────────────────────

function moveSpots(move: string): string[] {
  return move ? [move.slice(0, 2), move.slice(2, 4)] : [];
}

/** Whether a king's move is castling: two files at once. */
function isCastling(piece: string, from: number, to: number): boolean {
  return piece.toLowerCase() === "k" && Math.abs(from - to) === 2;
}

/** The position after a move, castling and captures en passant included. */
function positionAfter(position: string, move: string): string {
  const rows = rowsOf(position);
  const [[from, startRow], [to, endRow]] = [coordinatesOf(move.slice(0, 2)), coordinatesOf(move.slice(2, 4))];
  const [start, end] = [rows[startRow], rows[endRow]];
  const piece = start?.[from];
  if (!start || !end || !piece) return position;
  if (piece.toLowerCase() === "p" && from !== to && !end[to]) start[to] = null;
  if (isCastling(piece, from, to)) {
    const corner = to > from ? SIZE - 1 : 0;
    start[(from + to) / 2] = start[corner] ?? null;
    start[corner] = null;
  }
  start[from] = null;
  const promoted = move[4] ?? piece;
  end[to] = isUpper(piece) ? promoted.toUpperCase() : promoted;
  return textOf(rows, otherSide(position));
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

/**
 * The long algebraic notation, which needs no rules: `Ng1-f3`, `e4xd5`, `O-O`, `e7-e8=Q`, with a
 * `+` where the move gives check.
 */
function notation(move: string, before: string): string {
  const [from = "", to = ""] = moveSpots(move);
  const rows = rowsOf(before);
  const [start, target] = [coordinatesOf(from), coordinatesOf(to)];
  const piece = at(rows, ...start);
  if (piece === null) return move;
  const kind = piece.toLowerCase();
  const check = checkedKing(positionAfter(before, move)).length > 0 ? "+" : "";
  if (isCastling(piece, start[0], target[0])) return `${target[0] > start[0] ? "O-O" : "O-O-O"}${check}`;
  const takes = at(rows, ...target) !== null || (kind === "p" && from[0] !== to[0]);
  const promoted = move[4] ? `=${move[4].toUpperCase()}` : "";
  return `${kind === "p" ? "" : kind.toUpperCase()}${from}${takes ? "x" : "-"}${to}${promoted}${check}`;
}

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
  notation,
};
