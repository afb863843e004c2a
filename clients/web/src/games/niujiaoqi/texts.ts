/** The texts of ox-horn chess. */

import type { GameTranslations } from "../../texts";

export const texts: GameTranslations = {
  en: {
    pieces: { red: "red stone", blue: "blue stone" },
    ends: {
      "red is shut in": "red is shut in",
      "red has passed": "red has got through",
      "blue cannot move": "blue cannot move",
    },
  },
  "zh-Hans": {
    pieces: { red: "红子", blue: "蓝子" },
    ends: { "red is shut in": "红方被困", "red has passed": "红方突破", "blue cannot move": "蓝方无路可走" },
  },
  "zh-Hant": {
    pieces: { red: "紅子", blue: "藍子" },
    ends: { "red is shut in": "紅方被困", "red has passed": "紅方突破", "blue cannot move": "藍方無路可走" },
  },
};
