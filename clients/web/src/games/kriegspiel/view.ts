/** Kriegspiel: a chess board with the viewer's own pieces, and the umpire's calls as notes. */

import { pieceAt, isUpper, piecesOf, rowsOf, toFen } from "../boards/fen";
import type { Drawing, GameView, Tally } from "../boards/model";
import Pieces from "../fide-pieces/Pieces.svelte";
import { coordinatesOf, square } from "../fide-pieces/board";
import * as board from "../fide-pieces/drawing";
import { readSan, san } from "../fide-pieces/san";
import type { Language } from "../../texts";
import { type Position, read } from "./position";
import { type Words, wordsIn } from "./words";

const HIDDEN = "?";

function draw(text: string, viewer: number | null): Drawing {
  const position = read(text);
  const drawing = board.draw(position.fen, viewer);
  if (!position.isView) return drawing;
  const king = position.turn === 0 ? "K" : "k";
  const checked = piecesOf(rowsOf(position.fen)).filter(({ piece }) => piece === king && position.checks !== "");
  return { ...drawing, checkedSpots: checked.map(({ column, row }) => square(column, row)) };
}

/** The umpire's calls after the last move. */
function calls({ turn, capture, checks, hasPawnTries }: Position, t: Words): string[] {
  return [...(capture ? [t.gone(turn, capture.square, capture.kind)] : []), ...(checks ? [t.check(turn, checks)] : []), ...(hasPawnTries ? [t.pawnTries(turn)] : [])];
}

/** The calls, the refused tries of this turn, and the losses of both sides. */
function notes(text: string, viewer: number | null, language: Language): string[] {
  const position = read(text);
  const { turn, refused, refusals, lost } = position;
  const t = wordsIn[language];
  return [
    ...calls(position, t),
    ...(refusals === 0 ? [] : [viewer === turn || !position.isView ? t.refused(refused.map((move) => visibleSan(move, position.fen))) : t.refusals(turn, refusals)]),
    t.lost(lost),
  ];
}

/** A move in SAN, from the visible pieces. `captures`: whether it captures a hidden piece. */
function visibleSan(move: string, fen: string, captures = false): string {
  const rows = rowsOf(fen).map((row) => [...row]);
  const [column, row] = coordinatesOf(move.slice(2, 4));
  const mover = pieceAt(rows, ...coordinatesOf(move.slice(0, 2)));
  const target = rows[row];
  if (captures && mover !== null && target) target[column] ??= isUpper(mover) ? "p" : "P";
  return san(move, toFen(rows, "w")).replace(/[+#]$/, "");
}

/** The notation of a move, with hidden captures and checks. */
function notation(move: string, before: string, language: Language, after?: string): string {
  const t = wordsIn[language];
  const result: Position | undefined = after === undefined ? undefined : read(after);
  const { capture, checks } = result ?? { capture: null, checks: "" };
  const isRefused = result !== undefined && result.refusals > 0;
  const fen = read(before).fen;
  const name = move === HIDDEN ? t.hidden + (capture && !isRefused ? ` ×${capture.square}` : "") : visibleSan(move, fen, capture !== null && !isRefused);
  return isRefused ? t.refusedTry(name) : name + (checks ? "+" : "");
}

/** What each side has captured. */
function tallies(text: string): Tally[] {
  const [white, black] = read(text).lost.map(({ pawns, pieces }) => pawns + pieces);
  return [{ captures: { look: "custom-black", count: black ?? 0 } }, { captures: { look: "custom-white", count: white ?? 0 } }];
}

export const gameView: GameView = {
  sample: "8/8/8/8/2B1P3/5N2/PPPP1PPP/RNBQK2R[???????????????] w KQ? ? ? 5 0+1/1+0 e4p - t f3g5",
  looks: ["custom-white", "custom-black"],
  Pieces,
  dieSides: 0,
  canFlip: true,
  draw,
  notes,
  tallies,
  notation,
  moveSpots: (move) => (move === HIDDEN ? [] : board.moveSpots(move)),
  lastMoveSpots(move, after) {
    if (move !== HIDDEN) return board.moveSpots(move);
    const { capture, refusals } = read(after);
    return capture && refusals === 0 ? [capture.square] : [];
  },
  /** Nothing is drawn before the server has answered, because only it knows whether a try is legal. */
  positionAfter: (position) => position,
  promotions: board.promotions,
  canPremove: () => false,
  describeMove(move, who, language, after) {
    const t = wordsIn[language];
    const position = read(after);
    if (position.refusals > 0) return move === HIDDEN ? t.describeRefusal(who) : t.describeOwnRefusal(who, move);
    return t.describeMove(who, move === HIDDEN ? undefined : move, calls(position, t));
  },
  readMove: (text, legal, position) => readSan(text, legal, read(position).fen),
};
