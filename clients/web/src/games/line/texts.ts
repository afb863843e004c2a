/** The texts of the race on a line. */

import type { GameTranslations } from "../../texts";

export const texts: GameTranslations = {
  en: {
    settings: { squares: "Squares" },
    seats: { left: "Left", right: "Right" },
    ends: { across: "the other end is reached" },
  },
  "zh-Hans": {
    settings: { squares: "格数" },
    seats: { left: "左方", right: "右方" },
    ends: { across: "到达另一端" },
  },
  "zh-Hant": {
    settings: { squares: "格數" },
    seats: { left: "左方", right: "右方" },
    ends: { across: "到達另一端" },
  },
};
