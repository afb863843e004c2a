/** Notes about a position of Chinese checkers. Pure. */

import type { Language } from "../../texts";
import { type Position, cellsAt, homeOf } from "./star";

/** In a game for two, the ply from which pegs must leave home. */
const LEAVING_PLY = 60;

const MUST_LEAVE: Record<Language, string> = {
  en: "From now on a peg must leave home, if one can.",
  "zh-Hans": "现在起，能离开出发区的棋子必须先离开。",
  "zh-Hant": "現在起，能離開出發區的棋子必須先離開。",
};

/** Whether the seat to move has pegs at home that must leave. */
function mustLeave({ pegs, seats, turn, plies }: Position): boolean {
  return seats === 2 && plies >= LEAVING_PLY && cellsAt(homeOf(seats, turn)).some((cell) => pegs.get(cell) === turn);
}

export function notes(position: Position, viewer: number | null, language: Language): string[] {
  return (viewer === null || viewer === position.turn) && position.finished.length === 0 && mustLeave(position) ? [MUST_LEAVE[language]] : [];
}
