/** The texts of Kuhn poker. */

import type { GameTranslations } from "../../texts";
import { pokerTexts } from "../poker/poker-texts";

export const texts: GameTranslations = {
  en: {
    ...pokerTexts.en,
    settings: { hands: "Hands" },
    ends: { "most chips": "by chips", "equal chips": "equal chips", fold: "by a fold", showdown: "at the showdown" },
  },
  "zh-Hans": {
    ...pokerTexts["zh-Hans"],
    settings: { hands: "手数" },
    ends: { "most chips": "按筹码计", "equal chips": "筹码相同", fold: "对方弃牌", showdown: "摊牌" },
  },
  "zh-Hant": {
    ...pokerTexts["zh-Hant"],
    settings: { hands: "手數" },
    ends: { "most chips": "按籌碼計", "equal chips": "籌碼相同", fold: "對方棄牌", showdown: "攤牌" },
  },
};
