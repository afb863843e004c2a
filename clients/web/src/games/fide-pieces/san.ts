/** Standard algebraic notation, according to the FIDE laws: `Nf3`, `exd5`, `Nbd2`, `O-O`, `e8=Q+`, `Qxf7#`. */

import { type Rows, pieceAt, isUpper, piecesOf, rowsOf } from "../boards/fen";
import { type Castling, type Cell, attackedKing, canMove, castlingOf, coordinatesOf, isSafe, rowsAfter, square, targets } from "./board";

/** Converts a UCI move (`g1f3`) in `position` (FEN, of which the first field suffices) to SAN; unchanged if there is no piece to move. */
export function san(move: string, position: string): string {
  const rows = rowsOf(position);
  const [from, to] = [coordinatesOf(move.slice(0, 2)), coordinatesOf(move.slice(2, 4))];
  const piece = pieceAt(rows, ...from);
  if (piece === null) return move;
  return sanWithoutCheck(rows, piece, from, to, move[4]) + checkSign(rows, piece, from, to, move[4]);
}

/** The move without a sign for check or mate. */
function sanWithoutCheck(rows: Rows, piece: string, from: Cell, to: Cell, promoted: string | undefined): string {
  const target = square(...to);
  const castling = castlingOf(rows, from, to);
  if (castling) return castling.isShort ? "O-O" : "O-O-O";
  if (piece.toLowerCase() === "p") {
    const capture = from[0] === to[0] ? "" : `${square(...from)[0]}x`;
    return `${capture}${target}${promoted ? `=${promoted.toUpperCase()}` : ""}`;
  }
  const capture = pieceAt(rows, ...to) === null ? "" : "x";
  return `${piece.toUpperCase()}${origin(rows, piece, from, to)}${capture}${target}`;
}

/** The disambiguation of the origin, if another piece of the kind could make the move: its file, else its rank, else both. */
function origin(rows: Rows, piece: string, from: Cell, to: Cell): string {
  const others = piecesOf(rows).filter(({ piece: other, column, row }) => {
    if (other !== piece || (column === from[0] && row === from[1])) return false;
    const reaches = targets(rows, [column, row]).some(([x, y]) => x === to[0] && y === to[1]);
    return reaches && isSafe(rows, [column, row], to);
  });
  const [file = "", rank = ""] = square(...from);
  if (others.length === 0) return "";
  if (others.every(({ column }) => column !== from[0])) return file;
  return others.every(({ row }) => row !== from[1]) ? rank : file + rank;
}

/** `+` for check, `#` for mate. */
function checkSign(rows: Rows, piece: string, from: Cell, to: Cell, promoted: string | undefined): string {
  const after = rowsAfter(rows, from, to, promoted);
  const white = isUpper(piece);
  if (!attackedKing(after, white ? "k" : "K")) return "";
  const isDoubleStep = piece.toLowerCase() === "p" && Math.abs(from[1] - to[1]) === 2;
  const enPassant: Cell | null = isDoubleStep ? [from[0], (from[1] + to[1]) / 2] : null;
  return canMove(after, !white, enPassant) ? "+" : "#";
}

const TYPED = /^(?<kind>[kqrbn]?)(?<file>[a-h]?)(?<rank>[1-8]?)[x:-]?(?<target>[a-h][1-8])(?:=?\(?(?<promoted>[qrbn])\)?)?(?:e\.?p\.?)?$/i;

/**
 * The legal moves (UCI) that a text can mean, with more or less of the origin than in SAN: `Ng1-f3`, `Ngf3`. A small `b` is
 * the file of a pawn (`bxc3`), and not a bishop.
 */
export function readSan(text: string, legal: readonly string[], position: string): string[] {
  const rows = rowsOf(position);
  const bare = text.replace(/[+#!?\s]/g, "");
  const castling = /^[o0]-?[o0](-?[o0])?$/i.exec(bare);
  if (castling) return legal.filter((move) => castlingMove(rows, move)?.isShort === (castling[1] === undefined));
  const { kind = "", file = "", rank = "", target = "", promoted = "" } = TYPED.exec(bare)?.groups ?? {};
  if (target === "" || kind === "b") return [];
  const [pieceKind, from, to] = [kind.toLowerCase(), (file + rank).toLowerCase(), target.toLowerCase()];
  return legal.filter((move) => {
    const piece = pieceAt(rows, ...coordinatesOf(move.slice(0, 2)))?.toLowerCase() ?? "";
    const isOrigin = [...from].every((sign) => move.slice(0, 2).includes(sign));
    // "Kh1" does not mean the king that takes its own rook, but "f1h1" does; so does "e1h1" for the king's move.
    const castled = castlingMove(rows, move);
    if (castled && from.length === 2) return isOrigin && [castled.rookFrom, coordinatesOf(move.slice(2, 4))[0]].some((column) => square(column, coordinatesOf(move)[1]) === to);
    if (castled && move.slice(2, 4) === square(castled.rookFrom, coordinatesOf(move)[1])) return false;
    return piece === (pieceKind || "p") && isOrigin && move.slice(2, 4) === to && (move[4] ?? "") === promoted.toLowerCase();
  });
}

function castlingMove(rows: Rows, move: string): Castling | null {
  return castlingOf(rows, coordinatesOf(move.slice(0, 2)), coordinatesOf(move.slice(2, 4)));
}
