/** The texts that the poker games share. */

import type { GameTexts, Language } from "../../texts";

/** The names of places on the table. */
export const tableTexts: Record<Language, { own: string; other: string; seat: (number: number) => string; board: string; last: string; dealer: string }> = {
  en: { own: "own card", other: "other side's card", seat: (number) => `seat ${number}: card`, board: "public card", last: "last hand", dealer: "D" },
  "zh-Hans": { own: "自己的牌", other: "对方的牌", seat: (number) => `${number} 号位：牌`, board: "公共牌", last: "上一手", dealer: "庄" },
  "zh-Hant": { own: "自己的牌", other: "對方的牌", seat: (number) => `${number} 號位：牌`, board: "公共牌", last: "上一手", dealer: "莊" },
};

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const ENGLISH_RANKS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];
const SUITS: Record<Language, Record<string, string>> = {
  en: { clubs: "clubs", diamonds: "diamonds", hearts: "hearts", spades: "spades" },
  "zh-Hans": { clubs: "梅花", diamonds: "方块", hearts: "红心", spades: "黑桃" },
  "zh-Hant": { clubs: "梅花", diamonds: "方塊", hearts: "紅心", spades: "黑桃" },
};

/** The name of a rank: `king`, `kings`. */
export function rankName(rank: number, language: Language, plural = false): string {
  const name = language === "en" ? (ENGLISH_RANKS[rank] ?? "") : (RANKS[rank] ?? "");
  return language === "en" && plural ? `${name}${name === "six" ? "es" : "s"}` : name;
}

/** The names of cards, such as `king of spades`, by look and text. */
function cardNames(language: Language): Record<string, string> {
  return Object.fromEntries(
    Object.entries(SUITS[language]).flatMap(([suit, name]) =>
      RANKS.map((rank, index) => [`card-${suit} ${rank}`, language === "en" ? `${rankName(index, language)} of ${name}` : name + rank]),
    ),
  );
}

/** The texts of all poker games, without those for settings and ends. */
export const pokerTexts: Record<Language, Pick<GameTexts, "pieces" | "seats" | "moves">> = {
  en: {
    pieces: { ...cardNames("en"), "card J": "jack", "card Q": "queen", "card K": "king", chip: "chips", dealer: "dealer's button" },
    seats: { first: "First", second: "Second" },
    moves: { check: "Check", bet: "Bet", fold: "Fold", call: "Call", raise: "Raise" },
  },
  "zh-Hans": {
    pieces: { ...cardNames("zh-Hans"), "card J": "J", "card Q": "Q", "card K": "K", chip: "筹码", dealer: "庄家" },
    seats: { first: "先手", second: "后手" },
    moves: { check: "过牌", bet: "下注", fold: "弃牌", call: "跟注", raise: "加注" },
  },
  "zh-Hant": {
    pieces: { ...cardNames("zh-Hant"), "card J": "J", "card Q": "Q", "card K": "K", chip: "籌碼", dealer: "莊家" },
    seats: { first: "先手", second: "後手" },
    moves: { check: "過牌", bet: "下注", fold: "棄牌", call: "跟注", raise: "加注" },
  },
};
