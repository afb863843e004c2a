/** The texts of Kuhn poker. */

import type { GameTranslations, Language } from "../../texts";

/** The name of the hand that is shown beside the one being played. */
export const lastHand: Record<Language, string> = { en: "last hand", "zh-Hans": "上一手", "zh-Hant": "上一手" };

export const texts: GameTranslations = {
  en: {
    settings: { hands: "Hands" },
    pieces: { "card J": "jack", "card Q": "queen", "card K": "king", "blue-stone 1": "1 chip", "blue-stone 2": "2 chips", "blue-stone 3": "3 chips", "blue-stone 4": "4 chips" },
    seats: { first: "First", second: "Second" },
    moves: { check: "Check", bet: "Bet", fold: "Fold", call: "Call" },
    ends: { "most chips": "by chips", "equal chips": "equal chips", fold: "by a fold", showdown: "at the showdown" },
  },
  "zh-Hans": {
    settings: { hands: "手数" },
    pieces: { "card J": "J", "card Q": "Q", "card K": "K", "blue-stone 1": "1 筹码", "blue-stone 2": "2 筹码", "blue-stone 3": "3 筹码", "blue-stone 4": "4 筹码" },
    seats: { first: "先手", second: "后手" },
    moves: { check: "过牌", bet: "下注", fold: "弃牌", call: "跟注" },
    ends: { "most chips": "按筹码计", "equal chips": "筹码相同", fold: "对方弃牌", showdown: "摊牌" },
  },
  "zh-Hant": {
    settings: { hands: "手數" },
    pieces: { "card J": "J", "card Q": "Q", "card K": "K", "blue-stone 1": "1 籌碼", "blue-stone 2": "2 籌碼", "blue-stone 3": "3 籌碼", "blue-stone 4": "4 籌碼" },
    seats: { first: "先手", second: "後手" },
    moves: { check: "過牌", bet: "下注", fold: "棄牌", call: "跟注" },
    ends: { "most chips": "按籌碼計", "equal chips": "籌碼相同", fold: "對方棄牌", showdown: "攤牌" },
  },
};
