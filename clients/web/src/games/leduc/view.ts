/**
 * Leduc hold'em: `Ks?/Qh/crc-r 3 -1 JsKh/-/rf`: the cards of both seats (`?` if the viewer cannot see one), the
 * public card (`-`: none yet) and the actions of both rounds; the hand's number, seat 0's chips, and the previous hand.
 */

import type { Settings } from "../../protocol";
import { pokerView } from "../poker/poker-view";

const RANKS = "JQK";
/** The size of a raise with limits, by round. */
const LIMITS = [2, 4];

/** The chips of each seat in no-limit games; undefined: a limit game. */
function stackOf({ bets, stack }: Settings): number | undefined {
  return bets === "nolimit" ? Number(stack ?? 10) : undefined;
}

function raised(letter: string, called: number, round: number, stack = 10): number {
  switch (letter) {
    case "h":
      return 2 * called;
    case "p":
      return 3 * called;
    case "a":
      return stack;
    default:
      return called + (LIMITS[round] ?? 0);
  }
}

/** A pair with the public card beats everything else. */
function strength([card = ""]: readonly string[], [board = ""]: readonly string[]): number {
  return RANKS.indexOf(card[0] ?? "") + (card[0] === board[0] ? RANKS.length : 0);
}

export const gameView = pokerView({
  sample: "KsQh/Kh/rc-r 3 1 JsQs/-/rf",
  undealt: "-/-/",
  letters: { check: "c", call: "c", fold: "f", raise: "r", half: "h", pot: "p", allin: "a" },
  betting: (settings) => ({ start: [1, 1], rounds: 2, opens: () => 0, stack: stackOf(settings), raised: (letter, called, round) => raised(letter, called, round, stackOf(settings)) }),
  cards(text) {
    const [hole = "", board = "-"] = text.split("/");
    return { hole: (hole.match(/[JQK][sh]|\?/g) ?? []).map((card) => [card]), board: board === "-" ? [] : [board] };
  },
  compare: ([first = [], second = []], board) => strength(first, board) - strength(second, board),
  rank: (hole, board) => `${hole[0]?.[0] === board[0]?.[0] ? "pair" : "single"} ${hole[0]?.[0] ?? ""}`,
  counted: ([card = ""], [board = ""]) => (card[0] === board[0] ? [0, 1] : [0]),
  places: 1,
  hasDealer: false,
  showsLast: true,
  sizes: ["half", "pot", "allin"],
});
