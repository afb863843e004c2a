/** The texts of Grundy's game. */

import type { GameTranslations, Language } from "../../texts";
import { heapsOf, nimValue } from "./heaps";

export const texts: GameTranslations = {
  en: {
    settings: { heap: "Heap", heap2: "Second heap", heap3: "Third heap" },
    pieces: { white: "counter" },
    seats: { first: "First", second: "Second" },
    ends: { "no heap can be split": "no heap can be split" },
  },
  "zh-Hans": {
    settings: { heap: "堆", heap2: "第二堆", heap3: "第三堆" },
    pieces: { white: "棋子" },
    seats: { first: "先手", second: "后手" },
    ends: { "no heap can be split": "没有可分的堆" },
  },
  "zh-Hant": {
    settings: { heap: "堆", heap2: "第二堆", heap3: "第三堆" },
    pieces: { white: "棋子" },
    seats: { first: "先手", second: "後手" },
    ends: { "no heap can be split": "沒有可分的堆" },
  },
};

/** The heaps that can be split with their nim-values, in words, and the exclusive or of these values. */
interface Sum {
  heaps: string;
  value: number;
}

const EXPLANATIONS: Record<Language, (sum: Sum) => string[]> = {
  en: ({ heaps, value }) => [
    `The nim-value of a heap is the smallest number to which no split of it leads. ${heaps}.`,
    value === 0
      ? "Combined by exclusive or they make 0: the side to move loses, if the other answers each move by one that makes 0 again."
      : `Combined by exclusive or they make ${value}, not 0: the side to move wins, by a move after which they make 0.`,
  ],
  "zh-Hans": ({ heaps, value }) => [
    `一堆的尼姆值，是它任何一种分法都得不到的最小数。${heaps}。`,
    value === 0 ? "各值按位异或得 0：轮到走的一方输，因为对方每次都能再走成 0。" : `各值按位异或得 ${value}，不是 0：轮到走的一方胜，只要走成 0。`,
  ],
  "zh-Hant": ({ heaps, value }) => [
    `一堆的尼姆值，是它任何一種分法都得不到的最小數。${heaps}。`,
    value === 0 ? "各值按位元互斥或得 0：輪到走的一方輸，因為對方每次都能再走成 0。" : `各值按位元互斥或得 ${value}，不是 0：輪到走的一方勝，只要走成 0。`,
  ],
};

/** The text for a heap with its nim-value, and the separator. */
const HEAPS: Record<Language, { one: (heap: number, value: number) => string; comma: string }> = {
  en: { one: (heap, value) => `heap ${heap} has nim-value ${value}`, comma: ", " },
  "zh-Hans": { one: (heap, value) => `${heap} 的堆尼姆值为 ${value}`, comma: "，" },
  "zh-Hant": { one: (heap, value) => `${heap} 的堆尼姆值為 ${value}`, comma: "，" },
};

/** Explains by nim-values who wins a position; empty if no heap can be split. */
export function explain(position: string, language: Language): string[] {
  const heaps = heapsOf(position).filter((heap) => heap > 2);
  if (heaps.length === 0) return [];
  const { one, comma } = HEAPS[language];
  const value = heaps.reduce((sum, heap) => sum ^ nimValue(heap), 0);
  return EXPLANATIONS[language]({ heaps: capital(heaps.map((heap) => one(heap, nimValue(heap))).join(comma)), value });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
