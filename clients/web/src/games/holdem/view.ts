/**
 * Limit hold'em: `AhKd????/Qs9h2c/crc-cr 3 -1 7h2dKsQc/-/f`: the cards of both seats (`?` if the viewer cannot see
 * them), the board (`-`: empty) and the actions by round; the hand's number, seat 0's chips, and the previous hand.
 */

import { pokerView } from "../poker/poker-view";
import { bestFive, compareHands, rankHand } from "./ranking";

/** The size of a bet or raise, by round. */
const BETS = [2, 2, 4, 4];

function splitCards(text: string): string[] {
  return (text.match(/../g) ?? []).map((card) => (card === "??" ? "?" : card));
}

export const gameView = pokerView({
  sample: "AhKd8s8c/KcQs9h/crc-cr 3 6 7h2dKsQc/-/f",
  undealt: "-/-/",
  letters: { check: "c", call: "c", fold: "f", bet: "r", raise: "r" },
  betting: () => ({ start: [1, 2], rounds: 4, opens: (round) => (round === 0 ? 0 : 1), raised: (_, called, round) => called + (BETS[round] ?? 0) }),
  cards(text) {
    const [hole = "-", board = "-"] = text.split("/");
    return { hole: hole === "-" ? [] : [splitCards(hole.slice(0, 4)), splitCards(hole.slice(4))], board: board === "-" ? [] : splitCards(board) };
  },
  compare: ([first = [], second = []], board) => compareHands(rankHand([...first, ...board]), rankHand([...second, ...board])),
  rank(hole, board) {
    const { category, ranks } = rankHand([...hole, ...board]);
    return `${category} ${ranks[0] ?? 0}`;
  },
  counted: (hole, board) => bestFive([...hole, ...board]),
  places: 5,
  hasDealer: true,
  showsLast: false,
});
