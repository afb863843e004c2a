/** The texts of chess. */

import type { GameTranslations } from "../../texts";
import { texts as shared } from "../fide-pieces/texts";
import { CLASSICAL, DRAWN } from "./starts";

export const texts: GameTranslations = {
  en: {
    ...shared.en,
    settings: { start: "Start position", [`start ${CLASSICAL}`]: "classical", [`start ${DRAWN}`]: "Chess960, drawn" },
    valueText: (setting, value) => (setting === "start" ? `Chess960, number ${value}` : undefined),
    ownNumber: { start: "Chess960 by number" },
  },
  "zh-Hans": {
    ...shared["zh-Hans"],
    settings: { start: "起始局面", [`start ${CLASSICAL}`]: "传统", [`start ${DRAWN}`]: "Chess960，抽签" },
    valueText: (setting, value) => (setting === "start" ? `Chess960，第 ${value} 号` : undefined),
    ownNumber: { start: "Chess960，指定编号" },
  },
  "zh-Hant": {
    ...shared["zh-Hant"],
    settings: { start: "起始局面", [`start ${CLASSICAL}`]: "傳統", [`start ${DRAWN}`]: "Chess960，抽籤" },
    valueText: (setting, value) => (setting === "start" ? `Chess960，第 ${value} 號` : undefined),
    ownNumber: { start: "Chess960，指定編號" },
  },
};
