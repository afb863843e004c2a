/** The texts of whist. */

import type { GameTranslations, Language } from "../../texts";

/** What stands on the table. */
export const tableTexts: Record<Language, { trumps: (sign: string) => string; last: string }> = {
  en: { trumps: (sign) => `Trumps ${sign}`, last: "last trick" },
  "zh-Hans": { trumps: (sign) => `将牌 ${sign}`, last: "上一墩" },
  "zh-Hant": { trumps: (sign) => `王牌 ${sign}`, last: "上一墩" },
};

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const COURT: Record<string, string> = { J: "jack", Q: "queen", K: "king", A: "ace" };
const SUITS = ["spades", "hearts", "diamonds", "clubs"];

/** The names of all cards, for screen readers. */
function cards(name: (rank: string, suit: number) => string): Record<string, string> {
  return Object.fromEntries(SUITS.flatMap((suit, index) => RANKS.map((rank) => [`card-${suit} ${rank}`, name(rank, index)])));
}

const CHINESE_SUITS = { "zh-Hans": ["黑桃", "红心", "方块", "梅花"], "zh-Hant": ["黑桃", "紅心", "方塊", "梅花"] };

export const texts: GameTranslations = {
  en: {
    settings: { cards: "Cards each", seats: "Seats", trump: "Trumps", none: "No trumps", clubs: "Clubs ♣", diamonds: "Diamonds ♦", hearts: "Hearts ♥", spades: "Spades ♠" },
    pieces: cards((rank, suit) => `${COURT[rank] ?? rank} of ${SUITS[suit] ?? ""}`),
    seats: { first: "First", second: "Second", third: "Third", fourth: "Fourth" },
    ends: { "most tricks": "by tricks", "equal tricks": "equal tricks" },
  },
  "zh-Hans": {
    settings: { cards: "每人张数", seats: "人数", trump: "将牌", none: "无将", clubs: "梅花 ♣", diamonds: "方块 ♦", hearts: "红心 ♥", spades: "黑桃 ♠" },
    pieces: cards((rank, suit) => `${CHINESE_SUITS["zh-Hans"][suit] ?? ""}${rank}`),
    seats: { first: "首家", second: "第二家", third: "第三家", fourth: "第四家" },
    ends: { "most tricks": "按墩数计", "equal tricks": "墩数相同" },
  },
  "zh-Hant": {
    settings: { cards: "每人張數", seats: "人數", trump: "王牌", none: "無王", clubs: "梅花 ♣", diamonds: "方塊 ♦", hearts: "紅心 ♥", spades: "黑桃 ♠" },
    pieces: cards((rank, suit) => `${CHINESE_SUITS["zh-Hant"][suit] ?? ""}${rank}`),
    seats: { first: "首家", second: "第二家", third: "第三家", fourth: "第四家" },
    ends: { "most tricks": "按墩數計", "equal tricks": "墩數相同" },
  },
};
