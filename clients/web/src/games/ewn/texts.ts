/** The texts of EinStein. */

import type { GameTranslations } from "../../texts";

export const texts: GameTranslations = {
  en: {
    settings: { setup: "Set-up", default: "Usual", random: "Random", free: "Free" },
    pieces: { "red-stone": "red stone", "blue-stone": "blue stone" },
    ends: { "goal reached": "the goal is reached", "all stones taken": "all stones are taken" },
  },
  "zh-Hans": {
    settings: { setup: "布子", default: "标准", random: "随机", free: "自由" },
    pieces: { "red-stone": "红子", "blue-stone": "蓝子" },
    ends: { "goal reached": "到达终点", "all stones taken": "棋子全被吃掉" },
  },
  "zh-Hant": {
    settings: { setup: "布子", default: "標準", random: "隨機", free: "自由" },
    pieces: { "red-stone": "紅子", "blue-stone": "藍子" },
    ends: { "goal reached": "到達終點", "all stones taken": "棋子全被吃掉" },
  },
};
