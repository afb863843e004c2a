/**
 * The Chinese notation of xiangqi: piece, file, direction, target, as in 炮二平五.
 *
 * Each side counts the files from its right, red in Chinese numerals, black in Arabic ones. If several pieces of a kind are on
 * one file, an ordinal replaces the file: 前车进一.
 */

import type { Language } from "../../texts";
import { type Rows, pieceAt, isUpper } from "../boards/fen";

export const RANKS = 10;
export const NUMERALS = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];

type Chinese = Exclude<Language, "en">;

const NAMES: Record<Chinese, Record<string, string>> = {
  "zh-Hans": { K: "帅", A: "仕", B: "相", N: "马", R: "车", C: "炮", P: "兵", k: "将", a: "士", b: "象", n: "马", r: "车", c: "炮", p: "卒" },
  "zh-Hant": { K: "帥", A: "仕", B: "相", N: "馬", R: "車", C: "炮", P: "兵", k: "將", a: "士", b: "象", n: "馬", r: "車", c: "砲", p: "卒" },
};
const DIRECTIONS: Record<Chinese, { forward: string; back: string; level: string }> = {
  "zh-Hans": { forward: "进", back: "退", level: "平" },
  "zh-Hant": { forward: "進", back: "退", level: "平" },
};
const BEHIND: Record<Chinese, string> = { "zh-Hans": "后", "zh-Hant": "後" };

/** The characters on the pieces, some of which traditionally differ from those in the notation. */
export const CHARACTERS: Record<Chinese, Record<string, string>> = {
  "zh-Hans": NAMES["zh-Hans"],
  "zh-Hant": { ...NAMES["zh-Hant"], N: "傌", R: "俥" },
};

function numeral(count: number, red: boolean): string {
  return red ? (NUMERALS[count - 1] ?? "") : String(count);
}

/** Column and row of a point's name. */
export function coordinatesOf(name: string): [number, number] {
  return [name.charCodeAt(0) - 97, RANKS - 1 - Number(name[1])];
}

/** The number of a file, from the right of a side. */
function fileOf(column: number, red: boolean): number {
  return red ? 9 - column : column + 1;
}

/** The rows of the pieces of this kind and side in a column, the foremost first. */
function rowsOfPiece(rows: Rows, piece: string, column: number): number[] {
  const found = rows.flatMap((_, row) => (pieceAt(rows, column, row) === piece ? [row] : []));
  return isUpper(piece) ? found : found.reverse();
}

/** The ordinal of a piece among several on one file: 前, 中, 后; with four or more, numbers after the first. */
function ordinal(index: number, count: number, language: Chinese): string {
  if (index === 0) return "前";
  if (index === count - 1) return BEHIND[language];
  return count === 3 ? "中" : (NUMERALS[index] ?? "");
}

/** The piece and its file, or its ordinal among those that share a file. */
function pieceName(rows: Rows, piece: string, [column, row]: [number, number], language: Chinese): string {
  const name = NAMES[language][piece] ?? "";
  const red = isUpper(piece);
  const file = numeral(fileOf(column, red), red);
  const sameFile = rowsOfPiece(rows, piece, column);
  // Two advisers or elephants on a file differ in the direction in which they can move.
  if (sameFile.length < 2 || "ab".includes(piece.toLowerCase())) return name + file;
  const shared = rows[0]?.filter((_, other) => rowsOfPiece(rows, piece, other).length > 1).length ?? 0;
  return ordinal(sameFile.indexOf(row), sameFile.length, language) + (shared > 1 ? file : name);
}

/** A move in Chinese notation, from the position before it; null: there is no piece to move. */
export function chineseNotation(
  rows: Rows,
  from: [number, number],
  to: [number, number],
  language: Chinese,
): string | null {
  const piece = pieceAt(rows, ...from);
  if (piece === null) return null;
  const red = isUpper(piece);
  const direction = DIRECTIONS[language];
  const steps = (from[1] - to[1]) * (red ? 1 : -1);
  const file = numeral(fileOf(to[0], red), red);
  if (steps === 0) return pieceName(rows, piece, from, language) + direction.level + file;
  const target = from[0] === to[0] ? numeral(Math.abs(steps), red) : file;
  return pieceName(rows, piece, from, language) + (steps > 0 ? direction.forward : direction.back) + target;
}
