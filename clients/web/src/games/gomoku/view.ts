/** Gomoku: rows from the top with `x` black, `o` white and numbers of empty points, then the side to move; moves `h8`. */

import type { GameView } from "../boards/model";
import { LOOKS, draw, winningSpots } from "./board";

export const gameView: GameView = {
  sample: "15/15/15/15/6o8/5oxx7/6xox6/6oxo6/5ox1x6/7o7/15/15/15/15/15 x",
  looks: [...LOOKS],
  dieSides: 0,
  marksForbidden: true,
  draw,
  moveSpots: (move) => [move],
  stoneOf: (_, seat) => LOOKS[seat],
  // Every stone has a number.
  isNumbered: () => true,
  winningSpots,
};
