/** The texts of connect four. */

import type { GameTranslations } from "../../texts";

export const texts: GameTranslations = {
  en: {
    pieces: { "custom-red": "red stone", "custom-yellow": "yellow stone" },
    seats: { yellow: "Yellow" },
    ends: { "four in a row": "four in a row", "full board": "the board is full" },
  },
  "zh-Hans": {
    pieces: { "custom-red": "红子", "custom-yellow": "黄子" },
    seats: { yellow: "黄方" },
    ends: { "four in a row": "四子连线", "full board": "棋盘已满" },
  },
  "zh-Hant": {
    pieces: { "custom-red": "紅子", "custom-yellow": "黃子" },
    seats: { yellow: "黃方" },
    ends: { "four in a row": "四子連線", "full board": "棋盤已滿" },
  },
};
