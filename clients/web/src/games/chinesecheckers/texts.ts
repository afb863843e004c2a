/** The texts of Chinese checkers. */

import type { GameTranslations } from "../../texts";

export const texts: GameTranslations = {
  en: {
    settings: { seats: "Players" },
    seats: { orange: "Orange", green: "Green", purple: "Purple", turquoise: "Turquoise", pink: "Pink" },
    ends: { home: "all pegs at their goal", "others have left": "all others have left", "400 plies a seat": "400 moves a player in all" },
  },
  "zh-Hans": {
    settings: { seats: "人数" },
    seats: { orange: "橙方", green: "绿方", purple: "紫方", turquoise: "青方", pink: "粉方" },
    ends: { home: "棋子已全部到达目标区", "others have left": "其他人都已离开", "400 plies a seat": "总步数已达人数的四百倍" },
  },
  "zh-Hant": {
    settings: { seats: "人數" },
    seats: { orange: "橙方", green: "綠方", purple: "紫方", turquoise: "青方", pink: "粉方" },
    ends: { home: "棋子已全部到達目標區", "others have left": "其他人都已離開", "400 plies a seat": "總步數已達人數的四百倍" },
  },
};
