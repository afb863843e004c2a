/** The names of hands of hold'em. */

import type { Language } from "../../texts";
import { rankName } from "../poker/poker-texts";
import { CATEGORIES, type Category } from "./ranking";

/** The name of a hand, such as `a pair of kings`, by its category and first rank. */
const handTexts: Record<Language, Record<Category, (one: string, many: string) => string>> = {
  en: {
    "high card": (one) => `high card ${one}`,
    pair: (_, many) => `a pair of ${many}`,
    "two pair": (_, many) => `two pair, ${many} up`,
    "three of a kind": (_, many) => `three ${many}`,
    straight: (one) => `a straight to the ${one}`,
    flush: (one) => `a flush to the ${one}`,
    "full house": (_, many) => `a full house, ${many} full`,
    "four of a kind": (_, many) => `four ${many}`,
    "straight flush": (one) => `a straight flush to the ${one}`,
  },
  "zh-Hans": {
    "high card": (one) => `高牌 ${one}`,
    pair: (one) => `一对 ${one}`,
    "two pair": (one) => `两对（${one}）`,
    "three of a kind": (one) => `三条 ${one}`,
    straight: (one) => `顺子（到 ${one}）`,
    flush: (one) => `同花（${one}）`,
    "full house": (one) => `葫芦（${one}）`,
    "four of a kind": (one) => `四条 ${one}`,
    "straight flush": (one) => `同花顺（到 ${one}）`,
  },
  "zh-Hant": {
    "high card": (one) => `高牌 ${one}`,
    pair: (one) => `一對 ${one}`,
    "two pair": (one) => `兩對（${one}）`,
    "three of a kind": (one) => `三條 ${one}`,
    straight: (one) => `順子（到 ${one}）`,
    flush: (one) => `同花（${one}）`,
    "full house": (one) => `葫蘆（${one}）`,
    "four of a kind": (one) => `四條 ${one}`,
    "straight flush": (one) => `同花順（到 ${one}）`,
  },
};

/** The names of all hands by the keys of `HandEnd.ranks`: the category and its first rank. */
export function handNames(language: Language): Record<string, string> {
  const all = CATEGORIES.flatMap((category) => Array.from({ length: 13 }, (_, rank) => [category, rank] as const));
  return Object.fromEntries(all.map(([category, rank]) => [`${category} ${rank}`, handTexts[language][category](rankName(rank, language), rankName(rank, language, true))]));
}
