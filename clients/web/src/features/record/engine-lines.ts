/** The moves that an engine compared, for people. Pure. */

import { lineText } from "../../app/room/timeline";
import { countText, valueText } from "../../app/words/format";
import type { GameView } from "../../games/boards/model";
import type { EngineLine } from "../../protocol";
import type { GameTexts, Language, Texts } from "../../texts";

/** How many moves of a line are shown. */
const LINE_MOVES = 6;

export interface LineRow {
  move: string;
  /** Value and visits, as far as they are known. */
  facts: string[];
  /** What the engine expects after the move. */
  reply: string;
}

export interface LineContext {
  gameView: GameView;
  /** The position that was searched. */
  position: string | undefined;
  unit: string | null | undefined;
  /** A value as sent to one for the side shown; undefined: it is not shown. */
  oriented: (value: number) => number | undefined;
  t: Texts;
  gameTexts: GameTexts;
  language: Language;
}

/** One row a move, in the engine's order; none if there is nothing to compare. */
export function lineRows(lines: readonly EngineLine[], { gameView, position, unit, oriented, t, gameTexts, language }: LineContext): LineRow[] {
  if (lines.length < 2) return [];
  return lines.map(({ move, value, visits, pv = "" }) => {
    const expected = gameView.splitMoves?.(pv) ?? pv.split(" ").filter(Boolean);
    const replies = expected[0] === move ? expected.slice(1) : [];
    const [name = move, ...reply] = lineText(gameView, position, [move, ...replies].slice(0, LINE_MOVES), language, gameTexts);
    const own = value == null ? undefined : oriented(value);
    const facts = [own === undefined ? "" : valueText(own, unit, t), visits == null ? "" : t.engine.visits(countText(visits))];
    return { move: name, facts: facts.filter(Boolean), reply: reply.join(" ") };
  });
}
