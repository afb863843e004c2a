/** The texts of limit hold'em. */

import type { GameTranslations } from "../../texts";
import { pokerTexts } from "../poker/poker-texts";
import { handNames } from "./hand-names";

export const texts: GameTranslations = {
  en: {
    ...pokerTexts.en,
    pieces: { ...pokerTexts.en.pieces, ...handNames("en") },
    settings: { hands: "Hands" },
    ends: { "most chips": "by chips", "equal chips": "equal chips", fold: "by a fold", showdown: "at the showdown" },
  },
  "zh-Hans": {
    ...pokerTexts["zh-Hans"],
    pieces: { ...pokerTexts["zh-Hans"].pieces, ...handNames("zh-Hans") },
    settings: { hands: "手数" },
    ends: { "most chips": "按筹码计", "equal chips": "筹码相同", fold: "对方弃牌", showdown: "摊牌" },
  },
  "zh-Hant": {
    ...pokerTexts["zh-Hant"],
    pieces: { ...pokerTexts["zh-Hant"].pieces, ...handNames("zh-Hant") },
    settings: { hands: "手數" },
    ends: { "most chips": "按籌碼計", "equal chips": "籌碼相同", fold: "對方棄牌", showdown: "攤牌" },
  },
};
