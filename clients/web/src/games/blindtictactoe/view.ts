/** Blind tic-tac-toe: the board as far as the viewer knows it, and notes about refused tries and hidden marks. */

import type { Language } from "../../texts";
import { type Drawing, type GameView, type Look, grid, gridLines, letter } from "../boards/model";
import { knownMarks, markCounts, triesOf } from "./position";
import { notesIn } from "./words";

const LOOKS: readonly Look[] = ["cross", "ring"];
const MARGIN = 1;

function draw(position: string): Drawing {
  const board = grid(3, 3, (column, row) => `${letter(column)}${3 - row}`, MARGIN);
  const pieces = [...knownMarks(triesOf(position))].map(([spot, seat]) => ({ spot, look: LOOKS[seat] ?? "cross" }));
  return { ...board, lines: gridLines(3, 3, MARGIN, false), pieces };
}

const LINES = ["a1b1c1", "a2b2c2", "a3b3c3", "a1a2a3", "b1b2b3", "c1c2c3", "a1b2c3", "a3b2c1"].map((line) => line.match(/../g) ?? []);

/** The spots of all complete lines. */
function winningSpots(position: string): string[] {
  const marks = knownMarks(triesOf(position));
  return LINES.filter(([first = "", ...others]) => marks.has(first) && others.every((spot) => marks.get(spot) === marks.get(first))).flat();
}

/** Notes about the last try and about hidden marks; none after the end. */
function notes(position: string, viewer: number | null, language: Language): string[] {
  const tries = triesOf(position);
  const [t, counts, known] = [notesIn[language], markCounts(tries), [...knownMarks(tries).values()]];
  const isOver = tries.every(({ cell }) => cell !== null) && (winningSpots(position).length > 0 || counts[0] + counts[1] === 9);
  if (isOver || tries.length === 0) return [];
  const last = tries.at(-1);
  const refusal = last?.isRefused ? [last.cell !== null && last.seat === viewer ? t.taken(last.cell) : t.refused(last.seat)] : [];
  if (viewer === null) return [...refusal, t.marks(...counts)];
  const hidden = counts[1 - viewer as 0 | 1] - known.filter((seat) => seat !== viewer).length;
  return hidden > 0 ? [...refusal, t.hidden(1 - viewer, hidden)] : refusal;
}

export const gameView: GameView = {
  sample: "b2?!?a1!c1?",
  looks: [...LOOKS],
  dieSides: 0,
  draw,
  notes,
  moveSpots: (move) => (move === "?" ? [] : [move]),
  /** Nothing is drawn before the server has answered, because only it knows whether the cell is taken. */
  positionAfter: (position) => position,
  notation(move, _before, language, after) {
    const t = notesIn[language];
    const name = move === "?" ? t.hiddenTry : move;
    return after?.endsWith("!") ? t.refusedTry(name) : name;
  },
  describeMove(move, who, language, after) {
    const t = notesIn[language];
    if (after.endsWith("!")) return move === "?" ? t.describeRefusal(who) : t.describeOwnRefusal(who, move);
    return move === "?" ? t.describeHidden(who) : undefined;
  },
  winningSpots,
};
