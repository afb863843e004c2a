/** Compares the material of two sides, written as capitals and small letters in FEN. Pure. */

import { isUpper, piecesOf, rowsOf } from "./fen";
import type { Look, Material } from "./model";

/** The value of each kind of piece, by its small letter, in the order in which captures are shown. */
export type PieceValues = Readonly<Record<string, number>>;

/** Each seat's captures in excess of the other's; seat 0 has the capitals and the first of `looks`. */
export function materialOf(position: string, values: PieceValues, looks: readonly [Look, Look]): [Material, Material] {
  const pieces = piecesOf(rowsOf(position)).map(({ piece }) => piece);
  const surplus = (kind: string): number => pieces.filter((piece) => piece.toLowerCase() === kind).reduce((sum, piece) => sum + (isUpper(piece) ? 1 : -1), 0);
  const lead = Object.entries(values).reduce((sum, [kind, value]) => sum + surplus(kind) * value, 0);
  const side = (sign: 1 | -1, look: Look): Material => ({
    captured: Object.keys(values).flatMap((kind) => Array.from({ length: Math.max(0, sign * surplus(kind)) }, () => ({ look, text: kind }))),
    lead: Math.max(0, sign * lead),
  });
  return [side(1, looks[1]), side(-1, looks[0])];
}
