/** Kriegspiel: one's own men on a board of chess, and the umpire's calls in words. */

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
function calls({ turn, capture, checks, hasPawnTries }: Position, said: Words): string[] {
  return [...(capture ? [said.gone(turn, capture.square, capture.kind)] : []), ...(checks ? [said.check(turn, checks)] : []), ...(hasPawnTries ? [said.pawnTries(turn)] : [])];
}

/** The calls, what was refused in this turn, and what both sides have lost. After the end all tries are known. */
function notes(text: string, viewer: number | null, language: Language): string[] {
  const position = read(text);
  const { turn, refused, refusals, lost } = position;
  const said = wordsIn[language];
  return [
    ...calls(position, said),
    ...(refusals === 0 ? [] : [viewer === turn || !position.isView ? said.refused(refused.map((move) => named(move, position.fen))) : said.refusals(turn, refusals)]),
    said.lost(lost),
  ];
}

/** A move as chess writes it, by the men that are seen. `captures`: whether something stood there. */
function named(move: string, fen: string, captures = false): string {
  const rows = rowsOf(fen).map((row) => [...row]);
  const [column, row] = coordinatesOf(move.slice(2, 4));
  const mover = pieceAt(rows, ...coordinatesOf(move.slice(0, 2)));
  const target = rows[row];
  if (captures && mover !== null && target) target[column] ??= isUpper(mover) ? "p" : "P";
  return san(move, toFen(rows, "w")).replace(/[+#]$/, "");
}

/** What is said of a move beside its name: a capture that was hidden, a check. */
function notation(move: string, before: string, language: Language, after?: string): string {
  const said = wordsIn[language];
  const result: Position | undefined = after === undefined ? undefined : read(after);
  const { capture, checks } = result ?? { capture: null, checks: "" };
  const isRefused = result !== undefined && result.refusals > 0;
  const fen = read(before).fen;
  const name = move === HIDDEN ? said.hidden + (capture && !isRefused ? ` ×${capture.square}` : "") : named(move, fen, capture !== null && !isRefused);
  return isRefused ? said.refusedTry(name) : name + (checks ? "+" : "");
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
  /** Only the server knows whether a try is legal: nothing is drawn before it has answered. */
  positionAfter: (position) => position,
  promotions: board.promotions,
  canPremove: () => false,
  describeMove(move, who, language, after) {
    const said = wordsIn[language];
    const position = read(after);
    if (position.refusals > 0) return move === HIDDEN ? said.toldRefusal(who) : said.toldOwnRefusal(who, move);
    return said.told(who, move === HIDDEN ? undefined : move, calls(position, said));
  },
  readMove: (text, legal, position) => readSan(text, legal, read(position).fen),
};
