/**
 * The moves of chess pieces, as far as notation needs them: attacks, the moves of a piece, and the board after a move.
 * Castling is not among the moves, because it never answers a check and never needs disambiguation.
 */

import { type Rows, piecesAlong, pieceAt, isUpper, piecesOf, isSameSide } from "../boards/fen";
import { letter } from "../boards/model";

export const SIZE = 8;
/** Column and row, counted from the top left. */
export type Cell = readonly [column: number, row: number];
type Directions = readonly Cell[];

const STRAIGHT: Directions = [[1, 0], [-1, 0], [0, 1], [0, -1]];
const DIAGONAL: Directions = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const KNIGHT: Directions = [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]];
const ALL: Directions = [...STRAIGHT, ...DIAGONAL];
const SLIDERS: Record<string, Directions> = { r: STRAIGHT, b: DIAGONAL, q: ALL };
const STEPPERS: Record<string, Directions> = { n: KNIGHT, k: ALL };

export function square(column: number, row: number): string {
  return `${letter(column)}${SIZE - row}`;
}

/** Column and row of a square's name. */
export function coordinatesOf(name: string): [number, number] {
  return [name.charCodeAt(0) - 97, SIZE - Number(name[1])];
}

/** The row direction of the pawns of a side. */
function forward(white: boolean): number {
  return white ? -1 : 1;
}

/** The cell of this king (`K` or `k`) if it is attacked; else null. */
export function attackedKing(rows: Rows, king: string): [number, number] | null {
  const found = piecesOf(rows).find(({ piece }) => piece === king);
  if (!found) return null;
  const { column, row } = found;
  const isEnemy = (piece: string | null | undefined, kinds: string) =>
    piece != null && !isSameSide(piece, king) && kinds.includes(piece.toLowerCase());
  const attackedFrom = (offsets: Directions, kinds: string) => offsets.some(([dx, dy]) => isEnemy(pieceAt(rows, column + dx, row + dy), kinds));
  const attackedAlong = (directions: Directions, kinds: string) =>
    directions.some((direction) => isEnemy(piecesAlong(rows, column, row, direction)[0], kinds));
  const pawnRow = forward(isUpper(king));
  const attacked =
    attackedAlong(STRAIGHT, "rq") ||
    attackedAlong(DIAGONAL, "bq") ||
    attackedFrom(KNIGHT, "n") ||
    attackedFrom(ALL, "k") ||
    attackedFrom([[1, pawnRow], [-1, pawnRow]], "p");
  return attacked ? [column, row] : null;
}

function isInside([column, row]: Cell): boolean {
  return column >= 0 && column < SIZE && row >= 0 && row < SIZE;
}

/** The cells in one direction, up to and including the first piece. */
function ray(rows: Rows, [column, row]: Cell, [dx, dy]: Cell): Cell[] {
  const cells: Cell[] = [];
  for (let cell: Cell = [column + dx, row + dy]; isInside(cell); cell = [cell[0] + dx, cell[1] + dy]) {
    cells.push(cell);
    if (pieceAt(rows, ...cell) !== null) break;
  }
  return cells;
}

/** The targets of a pawn; `enPassant`: the cell that a pawn has just passed over. */
function pawnTargets(rows: Rows, [column, row]: Cell, white: boolean, enPassant: Cell | null): Cell[] {
  const up = forward(white);
  const steps = row === (white ? SIZE - 2 : 1) ? [1, 2] : [1];
  const free = steps.filter((_, index) => steps.slice(0, index + 1).every((step) => pieceAt(rows, column, row + step * up) === null));
  const captures = [-1, 1].map((side): Cell => [column + side, row + up]).filter(([x, y]) => {
    const isPassed = enPassant !== null && enPassant[0] === x && enPassant[1] === y;
    return isPassed || pieceAt(rows, x, y) !== null;
  });
  return [...free.map((step): Cell => [column, row + step * up]), ...captures];
}

/** The pseudo-legal targets of the piece on `from`. */
export function targets(rows: Rows, from: Cell, enPassant: Cell | null = null): Cell[] {
  const piece = pieceAt(rows, ...from);
  if (piece === null) return [];
  const kind = piece.toLowerCase();
  const [sliding, stepping] = [SLIDERS[kind], STEPPERS[kind]];
  const reached = sliding
    ? sliding.flatMap((direction) => ray(rows, from, direction))
    : stepping
      ? stepping.map(([dx, dy]): Cell => [from[0] + dx, from[1] + dy])
      : pawnTargets(rows, from, isUpper(piece), enPassant);
  return reached.filter((cell) => {
    const taken = pieceAt(rows, ...cell);
    return isInside(cell) && (taken === null || !isSameSide(taken, piece));
  });
}

/** Castling, as the columns of its pieces before and after. */
export interface Castling {
  isShort: boolean;
  rookFrom: number;
  kingTo: number;
  rookTo: number;
}

/** The castling that a move is: the king moves two files, or takes its own rook, as in Chess960; null: another move. */
export function castlingOf(rows: Rows, [from, startRow]: Cell, [to, endRow]: Cell): Castling | null {
  const piece = pieceAt(rows, from, startRow);
  if (piece?.toLowerCase() !== "k" || startRow !== endRow) return null;
  const takesRook = pieceAt(rows, to, endRow) === (piece === "K" ? "R" : "r");
  if (!takesRook && Math.abs(from - to) !== 2) return null;
  const isShort = to > from;
  return { isShort, rookFrom: takesRook ? to : isShort ? SIZE - 1 : 0, kingTo: isShort ? 6 : 2, rookTo: isShort ? 5 : 3 };
}

/** The board after a move, castling and captures en passant included; `promoted`: the new kind of a pawn. */
export function rowsAfter(before: Rows, [from, startRow]: Cell, [to, endRow]: Cell, promoted?: string): Rows {
  const rows = before.map((row) => [...row]);
  const [start, end] = [rows[startRow], rows[endRow]];
  const piece = start?.[from];
  if (!start || !end || !piece) return rows;
  if (piece.toLowerCase() === "p" && from !== to && !end[to]) start[to] = null;
  const castling = castlingOf(before, [from, startRow], [to, endRow]);
  if (castling) {
    const rook = start[castling.rookFrom] ?? null;
    start[from] = start[castling.rookFrom] = null;
    [start[castling.kingTo], start[castling.rookTo]] = [piece, rook];
    return rows;
  }
  start[from] = null;
  const kind = promoted ?? piece;
  end[to] = isUpper(piece) ? kind.toUpperCase() : kind;
  return rows;
}

/** Whether the king of the piece on `from` is safe after this move. */
export function isSafe(rows: Rows, from: Cell, to: Cell): boolean {
  const king = isUpper(pieceAt(rows, ...from) ?? "") ? "K" : "k";
  return attackedKing(rowsAfter(rows, from, to), king) === null;
}

/** Whether a side has a move other than castling. */
export function canMove(rows: Rows, white: boolean, enPassant: Cell | null): boolean {
  return piecesOf(rows)
    .filter(({ piece }) => isUpper(piece) === white)
    .some(({ column, row }) => targets(rows, [column, row], enPassant).some((to) => isSafe(rows, [column, row], to)));
}

/** The possible targets of a premove: as on an empty board, plus pawn captures, and castling with its rook. `rights`: those to castle, as in a FEN. */
export function premoveTargets(rows: Rows, from: Cell, rights: string): Cell[] {
  const piece = pieceAt(rows, ...from);
  if (piece === null) return [];
  const [column, row] = from;
  const onlyPiece = rows.map((cells, y) => cells.map((_, x) => (x === column && y === row ? piece : null)));
  const up = forward(isUpper(piece));
  const isHome = row === (up < 0 ? SIZE - 1 : 0);
  const special: Record<string, Directions> = { p: [[1, up], [-1, up]], k: isHome && column === 4 ? [[2, 0], [-2, 0]] : [] };
  const others = (special[piece.toLowerCase()] ?? []).map(([dx, dy]): Cell => [column + dx, row + dy]).filter(isInside);
  const rook = piece === "K" ? "R" : "r";
  const mayCastle = piece.toLowerCase() === "k" && isHome && [...rights].some((right) => isSameSide(right, piece));
  const rooks = piecesOf(rows).filter((other) => mayCastle && other.row === row && other.piece === rook);
  return [...targets(onlyPiece, from), ...others, ...rooks.map((other): Cell => [other.column, row])];
}
