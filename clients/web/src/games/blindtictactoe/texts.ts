/** The texts of blind tic-tac-toe. */

import type { GameTranslations } from "../../texts";

export const texts: GameTranslations = {
  en: {
    pieces: { cross: "cross", ring: "ring" },
    seats: { x: "X", o: "O" },
    ends: { "three in a row": "three in a row", "full board": "the board is full" },
  },
  "zh-Hans": {
    pieces: { cross: "叉", ring: "圈" },
    seats: { x: "X", o: "O" },
    ends: { "three in a row": "三子连线", "full board": "棋盘已满" },
  },
  "zh-Hant": {
    pieces: { cross: "叉", ring: "圈" },
    seats: { x: "X", o: "O" },
    ends: { "three in a row": "三子連線", "full board": "棋盤已滿" },
  },
};
