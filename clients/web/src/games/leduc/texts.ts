/** The texts of Leduc hold'em. */

import type { Settings } from "../../protocol";
import type { GameTranslations } from "../../texts";
import { pokerTexts } from "../poker/poker-texts";

const chinese = { "single J": "J", "single Q": "Q", "single K": "K" };

/** The stack does not matter with fixed limits, which it always covers. */
const isVoid = (setting: string, { bets }: Settings): boolean => setting === "stack" && bets === "limit";

export const texts: GameTranslations = {
  en: {
    ...pokerTexts.en,
    pieces: { ...pokerTexts.en.pieces, "pair J": "a pair of jacks", "pair Q": "a pair of queens", "pair K": "a pair of kings", "single J": "a jack", "single Q": "a queen", "single K": "a king" },
    settings: { hands: "Hands", bets: "Bets", limit: "Limit", nolimit: "No limit", stack: "Chips a hand" },
    isVoid,
    moves: { ...pokerTexts.en.moves, half: "Half pot", pot: "Pot", allin: "All in" },
    ends: { "most chips": "by chips", "equal chips": "equal chips", fold: "by a fold", showdown: "at the showdown" },
  },
  "zh-Hans": {
    ...pokerTexts["zh-Hans"],
    pieces: { ...pokerTexts["zh-Hans"].pieces, ...chinese, "pair J": "一对 J", "pair Q": "一对 Q", "pair K": "一对 K" },
    settings: { hands: "手数", bets: "下注", limit: "限注", nolimit: "无限注", stack: "每手筹码" },
    isVoid,
    moves: { ...pokerTexts["zh-Hans"].moves, half: "半池", pot: "满池", allin: "全下" },
    ends: { "most chips": "按筹码计", "equal chips": "筹码相同", fold: "对方弃牌", showdown: "摊牌" },
  },
  "zh-Hant": {
    ...pokerTexts["zh-Hant"],
    pieces: { ...pokerTexts["zh-Hant"].pieces, ...chinese, "pair J": "一對 J", "pair Q": "一對 Q", "pair K": "一對 K" },
    settings: { hands: "手數", bets: "下注", limit: "限注", nolimit: "無限注", stack: "每手籌碼" },
    isVoid,
    moves: { ...pokerTexts["zh-Hant"].moves, half: "半池", pot: "滿池", allin: "全下" },
    ends: { "most chips": "按籌碼計", "equal chips": "籌碼相同", fold: "對方棄牌", showdown: "攤牌" },
  },
};
