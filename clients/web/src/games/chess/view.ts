/**
 * Chess: a position is FEN, a move UCI (`e2e4`, `e7e8q`, castling as the king's move `e1g1`).
 *
 * The legal moves come from the server. The page knows how pieces move (`fide-pieces/board.ts`) for notation, and for
 * positions that are in no message: engines' lines and pending moves.
 */

import { pieceAt, otherSide, rowsOf, toFen } from "../boards/fen";
import { materialOf } from "../boards/material";
import type { GameView } from "../boards/model";
import Pieces from "../fide-pieces/Pieces.svelte";
import { coordinatesOf, premoveTargets, rowsAfter, square } from "../fide-pieces/board";
import { draw, moveSpots, promotions } from "../fide-pieces/drawing";
import { readSan, san } from "../fide-pieces/san";

/** The position after a move, castling and captures en passant included. */
function positionAfter(position: string, move: string): string {
  const rows = rowsOf(position);
  const [from, to] = [coordinatesOf(move.slice(0, 2)), coordinatesOf(move.slice(2, 4))];
  return pieceAt(rows, ...from) === null ? position : toFen(rowsAfter(rows, from, to, move[4]), otherSide(position));
}

const VALUES = { q: 9, r: 5, b: 3, n: 3, p: 1 };

export const gameView: GameView = {
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
