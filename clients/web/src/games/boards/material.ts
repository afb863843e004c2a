/** The material of two sides whose pieces FEN writes in capitals and small letters, in comparison. Pure. */

import { isUpper, piecesOf, rowsOf } from "./fen";
import type { Look, Material } from "./model";

/** The values of the kinds of pieces, by their small letters; the most valuable first, as they are shown. */
export type PieceValues = Readonly<Record<string, number>>;

/** What each seat has captured more of than the other; the seat of the capitals is the first of `looks`. */
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
