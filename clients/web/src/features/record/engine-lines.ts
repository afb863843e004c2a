/** Formats the moves that an engine compared. Pure. */

import { lineText } from "../../app/room/timeline";
import { countText, valueText } from "../../app/words/format";
import type { GameView } from "../../games/boards/model";
import type { EngineLine } from "../../protocol";
import type { GameTexts, Language, Texts } from "../../texts";

/** The number of moves shown of a line. */
const MAX_LINE_MOVES = 6;

export interface LineRow {
  move: string;
  /** Value and visits, if known. */
  facts: string[];
  /** The moves that the engine expects afterwards. */
  reply: string;
}

export interface LineContext {
  gameView: GameView;
  /** The position that was searched. */
  position: string | undefined;
  unit: string | null | undefined;
  /** Converts a value as sent to the side shown; undefined: it cannot be shown. */
  oriented: (value: number) => number | undefined;
  t: Texts;
  gameTexts: GameTexts;
  language: Language;
}

/** One row per move, in the engine's order; none for a single move. */
export function lineRows(lines: readonly EngineLine[], { gameView, position, unit, oriented, t, gameTexts, language }: LineContext): LineRow[] {
  if (lines.length < 2) return [];
  return lines.map(({ move, value, visits, pv = "" }) => {
    const expected = gameView.splitMoves?.(pv) ?? pv.split(" ").filter(Boolean);
    const replies = expected[0] === move ? expected.slice(1) : [];
    const [name = move, ...reply] = lineText(gameView, position, [move, ...replies].slice(0, MAX_LINE_MOVES), language, gameTexts);
    const own = value == null ? undefined : oriented(value);
    const facts = [own === undefined ? "" : valueText(own, unit, t), visits == null ? "" : t.engine.visits(countText(visits))];
    return { move: name, facts: facts.filter(Boolean), reply: reply.join(" ") };
  });
}
