/** The texts of game trees. */

import type { Settings } from "../../protocol";
import type { GameTranslations } from "../../texts";
import { inHans, inHant } from "./faults";

/** The letters of seats in lessons without MAX and MIN. */
function letterOf(seat: string, { lesson }: Settings): string | undefined {
  return lesson === "signal" || lesson === "three_seats" ? seat : undefined;
}

const EXAMPLE = "max(min(3,12),min(2,4))";

export const texts: GameTranslations = {
  en: {
    settings: {
      lesson: "Lesson",
      textbook: "textbook tree",
      best_order: "textbook tree, best order",
      coin_flip: "coin flip",
      three_seats: "three seats",
      signal: "a signal to the partner",
    },
    pieces: { white: "chance" },
    seats: { A: "A (max)", B: "B (min)", C: "C" },
    seatOf: letterOf,
    ownPosition: { name: "Your own tree, instead of the lesson's", example: EXAMPLE, refused: (sentence) => sentence },
    ends: { leaf: "a leaf is reached" },
  },
  "zh-Hans": {
    settings: {
      lesson: "课例",
      textbook: "教科书的树",
      best_order: "教科书的树，最佳次序",
      coin_flip: "抛硬币",
      three_seats: "三方",
      signal: "给同伴的信号",
    },
    pieces: { white: "机会" },
    seats: { A: "A（极大）", B: "B（极小）", C: "C" },
    seatOf: letterOf,
    ownPosition: { name: "自己的树，代替课例的树", example: EXAMPLE, refused: inHans },
    ends: { leaf: "到达叶子" },
  },
  "zh-Hant": {
    settings: {
      lesson: "課例",
      textbook: "教科書的樹",
      best_order: "教科書的樹，最佳次序",
      coin_flip: "擲硬幣",
      three_seats: "三方",
      signal: "給同伴的信號",
    },
    pieces: { white: "機會" },
    seats: { A: "A（極大）", B: "B（極小）", C: "C" },
    seatOf: letterOf,
    ownPosition: { name: "自己的樹，代替課例的樹", example: EXAMPLE, refused: inHant },
    ends: { leaf: "到達葉子" },
  },
};
