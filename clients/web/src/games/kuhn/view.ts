/**
 * Kuhn poker: `Q?/cb 3 -1 KJ/bc`: the cards of both seats (`?` if the viewer cannot see one, `--` before the deal)
 * and the actions; the hand's number, seat 0's chips, and the previous hand, which is shown small at the right.
 */

import { pokerView } from "../poker/poker-view";

const RANKS = "JQK";

export const gameView = pokerView({
  sample: "KJ/cb 3 1 QJ/bf",
  undealt: "--/",
  letters: { check: "c", call: "c", bet: "b", fold: "f" },
  betting: () => ({ start: [1, 1], rounds: 1, opens: () => 0, raised: (_, called) => called + 1 }),
  cards: (text) => ({ hole: text === "--" ? [] : [...text].map((card) => [card]), board: [] }),
  compare: ([[first = ""] = [], [second = ""] = []]) => RANKS.indexOf(first) - RANKS.indexOf(second),
  places: 0,
  hasDealer: false,
  showsLast: true,
});
