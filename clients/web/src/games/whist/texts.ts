/** The texts of whist. */

import type { GameTranslations, Language } from "../../texts";

interface TableTexts {
  trumps: (sign: string) => string;
  last: string;
  /** The place of a card, for screen readers: in the viewer's hand, or in that of a seat. */
  own: string;
  hand: (seat: string) => string;
  trick: (seat: string) => string;
  lastTrick: (seat: string) => string;
}

/** The texts on the table. */
export const tableTexts: Record<Language, TableTexts> = {
  en: { trumps: (sign) => `Trumps ${sign}`, last: "last trick", own: "your hand", hand: (seat) => `hand of ${seat}`, trick: (seat) => `on the table, ${seat}`, lastTrick: (seat) => `last trick, ${seat}` },
  "zh-Hans": { trumps: (sign) => `将牌 ${sign}`, last: "上一墩", own: "你的手牌", hand: (seat) => `${seat}的手牌`, trick: (seat) => `桌上，${seat}`, lastTrick: (seat) => `上一墩，${seat}` },
  "zh-Hant": { trumps: (sign) => `王牌 ${sign}`, last: "上一墩", own: "你的手牌", hand: (seat) => `${seat}的手牌`, trick: (seat) => `桌上，${seat}`, lastTrick: (seat) => `上一墩，${seat}` },
};

const SUIT_NAMES: Record<Language, Record<string, string>> = {
  en: { spades: "spades", hearts: "hearts", diamonds: "diamonds", clubs: "clubs" },
  "zh-Hans": { spades: "黑桃", hearts: "红心", diamonds: "方块", clubs: "梅花" },
  "zh-Hant": { spades: "黑桃", hearts: "紅心", diamonds: "方塊", clubs: "梅花" },
};

interface SpokenTexts {
  takes: (name: string) => string;
  yourTricks: (own: number, others: number) => string;
  tricks: (first: number, second: number) => string;
  hold: (cards: readonly string[]) => string;
  trumps: (suit: string) => string;
  played: (name: string, card: string) => string;
  table: (played: readonly string[]) => string;
  lead: string;
}

/** Descriptions for screen readers. */
export const spokenTexts: Record<Language, SpokenTexts> = {
  en: {
    takes: (name) => `${name} takes the trick`,
    yourTricks: (own, others) => `Tricks: your side ${own}, the others ${others}`,
    tricks: (first, second) => `Tricks: ${first} to ${second}`,
    hold: (cards) => `You hold: ${cards.join(", ")}`,
    trumps: (suit) => `Trumps: ${SUIT_NAMES.en[suit] ?? suit}`,
    played: (name, card) => `${card} from ${name}`,
    table: (played) => `On the table: ${played.join(", ")}`,
    lead: "You lead",
  },
  "zh-Hans": {
    takes: (name) => `${name} 赢得此墩`,
    yourTricks: (own, others) => `墩数：己方 ${own}，对方 ${others}`,
    tricks: (first, second) => `墩数：${first} 比 ${second}`,
    hold: (cards) => `你的牌：${cards.join("，")}`,
    trumps: (suit) => `将牌：${SUIT_NAMES["zh-Hans"][suit] ?? suit}`,
    played: (name, card) => `${name} 出${card}`,
    table: (played) => `桌上：${played.join("，")}`,
    lead: "由你首攻",
  },
  "zh-Hant": {
    takes: (name) => `${name} 贏得此墩`,
    yourTricks: (own, others) => `墩數：己方 ${own}，對方 ${others}`,
    tricks: (first, second) => `墩數：${first} 比 ${second}`,
    hold: (cards) => `你的牌：${cards.join("，")}`,
    trumps: (suit) => `王牌：${SUIT_NAMES["zh-Hant"][suit] ?? suit}`,
    played: (name, card) => `${name} 出${card}`,
    table: (played) => `桌上：${played.join("，")}`,
    lead: "由你首攻",
  },
};

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const COURT: Record<string, string> = { J: "jack", Q: "queen", K: "king", A: "ace" };
const SUITS = ["spades", "hearts", "diamonds", "clubs"];

/** The names of all cards for screen readers. */
function cards(name: (rank: string, suit: number) => string): Record<string, string> {
  return Object.fromEntries(SUITS.flatMap((suit, index) => RANKS.map((rank) => [`card-${suit} ${rank}`, name(rank, index)])));
}

/** The names of the seats, in order. */
export const SEATS: Record<Language, string[]> = {
  en: ["First", "Second", "Third", "Fourth"],
  "zh-Hans": ["首家", "第二家", "第三家", "第四家"],
  "zh-Hant": ["首家", "第二家", "第三家", "第四家"],
};

function named([first = "", second = "", third = "", fourth = ""]: readonly string[]): Record<string, string> {
  return { first, second, third, fourth };
}

const CHINESE_SUITS = { "zh-Hans": ["黑桃", "红心", "方块", "梅花"], "zh-Hant": ["黑桃", "紅心", "方塊", "梅花"] };

export const texts: GameTranslations = {
  en: {
    settings: { cards: "Cards each", seats: "Seats", trump: "Trumps", none: "No trumps", clubs: "Clubs ♣", diamonds: "Diamonds ♦", hearts: "Hearts ♥", spades: "Spades ♠" },
    pieces: cards((rank, suit) => `${COURT[rank] ?? rank} of ${SUITS[suit] ?? ""}`),
    seats: named(SEATS.en),
    ends: { "most tricks": "by tricks", "equal tricks": "equal tricks" },
  },
  "zh-Hans": {
    settings: { cards: "每人张数", seats: "人数", trump: "将牌", none: "无将", clubs: "梅花 ♣", diamonds: "方块 ♦", hearts: "红心 ♥", spades: "黑桃 ♠" },
    pieces: cards((rank, suit) => `${CHINESE_SUITS["zh-Hans"][suit] ?? ""}${rank}`),
    seats: named(SEATS["zh-Hans"]),
    ends: { "most tricks": "按墩数计", "equal tricks": "墩数相同" },
  },
  "zh-Hant": {
    settings: { cards: "每人張數", seats: "人數", trump: "王牌", none: "無王", clubs: "梅花 ♣", diamonds: "方塊 ♦", hearts: "紅心 ♥", spades: "黑桃 ♠" },
    pieces: cards((rank, suit) => `${CHINESE_SUITS["zh-Hant"][suit] ?? ""}${rank}`),
    seats: named(SEATS["zh-Hant"]),
    ends: { "most tricks": "按墩數計", "equal tricks": "墩數相同" },
  },
};
