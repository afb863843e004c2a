/** The texts of Kriegspiel. */

import type { GameTranslations } from "../../texts";

export const texts: GameTranslations = {
  en: {
    pieces: { cross: "cross", ring: "ring" },
    seats: { x: "X", o: "O" },
    ends: { "last cell": "the last cell is taken" },
  },
  "zh-Hans": {
    pieces: { cross: "叉", ring: "圈" },
    seats: { x: "X", o: "O" },
    ends: { "last cell": "占了最后一格" },
  },
  "zh-Hant": {
    pieces: { cross: "叉", ring: "圈" },
    seats: { x: "X", o: "O" },
    ends: { "last cell": "佔了最後一格" },
  },
};
