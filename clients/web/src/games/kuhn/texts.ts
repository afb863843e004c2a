/** The words of Kuhn poker. */

import type { GameTexts } from "../../texts";

export const texts: GameTexts = {
  en: {
    settings: { hands: "Hands" },
    pieces: { "card J": "jack", "card Q": "queen", "card K": "king" },
    seats: { first: "First", second: "Second" },
    moves: { check: "Check", bet: "Bet", fold: "Fold", call: "Call" },
    ends: { "most chips": "most chips", "equal chips": "equal chips" },
  },
  "zh-Hans": {
    settings: { hands: "局数" },
    pieces: { "card J": "J", "card Q": "Q", "card K": "K" },
    seats: { first: "先手", second: "后手" },
    moves: { check: "过牌", bet: "下注", fold: "弃牌", call: "跟注" },
    ends: { "most chips": "筹码较多", "equal chips": "筹码相同" },
  },
  "zh-Hant": {
    settings: { hands: "局數" },
    pieces: { "card J": "J", "card Q": "Q", "card K": "K" },
    seats: { first: "先手", second: "後手" },
    moves: { check: "過牌", bet: "下注", fold: "棄牌", call: "跟注" },
    ends: { "most chips": "籌碼較多", "equal chips": "籌碼相同" },
  },
};
