/** The texts of Kuhn poker. */

import { pokerTexts } from "../../poker/texts";
import type { GameTranslations } from "../../texts";

export const texts: GameTranslations = {
  en: { ...pokerTexts.en, settings: { hands: "Hands" } },
  "zh-Hans": { ...pokerTexts["zh-Hans"], settings: { hands: "手数" } },
  "zh-Hant": { ...pokerTexts["zh-Hant"], settings: { hands: "手數" } },
};
