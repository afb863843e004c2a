/**
 * Chess: a position is FEN, a move UCI (`e2e4`, `e7e8q`, castling as the king's move `e1g1`, or from other squares than the
 * classical ones as the king taking its rook).
 *
 * The legal moves come from the server. The page knows how pieces move (`fide-pieces/board.ts`) for notation, and for
 * positions that are in no message: engines' lines and pending moves.
 */

import type { Settings } from "../../protocol";
import { pieceAt, otherSide, rowsOf, toFen } from "../boards/fen";
import { materialOf } from "../boards/material";
import type { GameView } from "../boards/model";
import Pieces from "../fide-pieces/Pieces.svelte";
import { castlingOf, coordinatesOf, premoveTargets, rowsAfter, square } from "../fide-pieces/board";
import { draw, moveSpots, promotions } from "../fide-pieces/drawing";
import { readSan, san } from "../fide-pieces/san";
import { startNumber } from "./starts";

/** The position after a move, castling and captures en passant included. */
function positionAfter(position: string, move: string): string {
  const rows = rowsOf(position);
  const [from, to] = [coordinatesOf(move.slice(0, 2)), coordinatesOf(move.slice(2, 4))];
  return pieceAt(rows, ...from) === null ? position : toFen(rowsAfter(rows, from, to, move[4]), otherSide(position));
}

/** The ways to click a move. Castling is the king's click on its rook, or on its target, if that is not also a step of the king. */
function paths(move: string, position: string): string[][][] {
  const rows = rowsOf(position);
  const [from, to] = [coordinatesOf(move.slice(0, 2)), coordinatesOf(move.slice(2, 4))];
  const castling = castlingOf(rows, from, to);
  if (!castling) return [[moveSpots(move)]];
  const columns = Math.abs(castling.kingTo - from[0]) > 1 ? [castling.kingTo, castling.rookFrom] : [castling.rookFrom];
  return [...new Set(columns)].map((column) => [[move.slice(0, 2), square(column, from[1])]]);
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
  paths,
  positionAfter,
  promotions,
  notation: san,
  material: (position) => materialOf(position, VALUES, ["custom-white", "custom-black"]),
  readMove: readSan,
  startSettings: (position): Settings => {
    const start = startNumber(position);
    return start === null ? {} : { start };
  },
  premoveTargets: (position, from) => [...new Set(premoveTargets(rowsOf(position), coordinatesOf(from), position.split(" ")[2] ?? "").map(([column, row]) => square(column, row)))],
};
