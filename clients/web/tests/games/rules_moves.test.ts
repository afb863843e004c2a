/** The moves that the rules give as examples are what the list of moves shows, and can be typed. */

import { describe, expect, it } from "vitest";

import { readTypedMove } from "../../src/features/turn/typed-move";
import { rules as chess } from "../../src/games/chess/rules";
import { rules as xiangqi } from "../../src/games/xiangqi/rules";
import { LANGUAGES, type Language } from "../../src/texts";
import type { GameRules } from "../../src/texts/game-rules";
import { GAME_VIEWS, gameTextsOf } from "../game-views";

const [START, CASTLING, PROMOTION] = ["4k3/8/8/3p4/4P3/8/8/4K1N1 w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "8/4P3/8/8/8/8/8/k3K3 w - - 0 1"];
const SHUFFLED = "4k3/8/8/8/8/8/8/5K1R w K - 0 1";
const CANNONS = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/** A position in which each example is legal, and the move that it means. */
const EXAMPLES: Record<string, Record<string, [position: string, move: string]>> = {
  chess: {
    Nf3: [START, "g1f3"], g1f3: [START, "g1f3"], exd5: [START, "e4d5"], "O-O": [CASTLING, "e1g1"], e1g1: [CASTLING, "e1g1"],
    "e8=Q": [PROMOTION, "e7e8q"], e7e8q: [PROMOTION, "e7e8q"],
    f1h1: [SHUFFLED, "f1h1"],
  },
  xiangqi: { h2e2: [CANNONS, "h2e2"], "炮二平五": [CANNONS, "h2e2"], "C2=5": [CANNONS, "h2e2"] },
};
const LEGAL: Record<string, string[]> = {
  [START]: ["g1f3", "g1e2", "e4d5", "e4e5", "e1e2"],
  [CASTLING]: ["e1g1", "e1f1", "h1g1", "h1h8"],
  [SHUFFLED]: ["f1h1", "f1g1", "h1h8"],
  [PROMOTION]: ["e7e8q", "e7e8r", "e7e8b", "e7e8n", "e1e2"],
  [CANNONS]: ["h2e2", "b2e2", "h0g2", "c3c4"],
};
const RULES: [string, GameRules][] = [["chess", chess], ["xiangqi", xiangqi]];
const CASES = RULES.flatMap(([game, rules]) => LANGUAGES.map(([language]) => ({ game, rules, language })));

function typed(game: string, text: string, language: Language): unknown {
  const [position, move] = EXAMPLES[game]?.[text] ?? ["", ""];
  const read = readTypedMove(text, { legal: LEGAL[position] ?? [], position, gameView: GAME_VIEWS[game], gameTexts: gameTextsOf(game, language), language });
  return { text, ...read, isMeant: "move" in read && read.move === move };
}

describe("the moves in the rules", () => {
  it.each(CASES)("of $game in $language can be typed", ({ game, rules, language }) => {
    const named = rules.texts[language].here.flatMap((paragraph) => paragraph.split("`").filter((_, index) => index % 2 === 1));
    expect(named.sort()).toEqual(Object.keys(EXAMPLES[game] ?? {}).sort());
    for (const text of named) expect(typed(game, text, language)).toMatchObject({ text, isMeant: true });
  });

  it.each([["chess", "en", "Nf3"], ["chess", "en", "exd5"], ["chess", "en", "O-O"], ["chess", "zh-Hant", "e8=Q"], ["xiangqi", "zh-Hans", "炮二平五"], ["xiangqi", "zh-Hant", "炮二平五"]] as const)(
    "of %s are shown so in %s: %s",
    (game, language, text) => {
      const [position, move] = EXAMPLES[game]?.[text] ?? ["", ""];
      expect(GAME_VIEWS[game]?.notation?.(move, position, language)?.replace("+", "")).toBe(text);
    },
  );
});
