/** The texts of Go. */

import type { GameTranslations } from "../../texts";

export const texts: GameTranslations = {
  en: {
    settings: { komi: "Komi", auto: "Usual", handicap: "Handicap", marking: "Mark dead stones" },
    moves: { done: "Done", resume: "Play on" },
    ends: { "0": "equal areas" },
  },
  "zh-Hans": {
    settings: { komi: "贴目", auto: "通常", handicap: "让子", marking: "标记死子" },
    moves: { done: "完成", resume: "继续下" },
    ends: { "0": "双方子数相等" },
  },
  "zh-Hant": {
    settings: { komi: "貼目", auto: "通常", handicap: "讓子", marking: "標記死子" },
    moves: { done: "完成", resume: "繼續下" },
    ends: { "0": "雙方子數相等" },
  },
};
