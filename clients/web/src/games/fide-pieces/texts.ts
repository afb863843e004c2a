/** The texts of games with chess pieces. */

import type { GameTranslations } from "../../texts";
import { pieceNames } from "./piece-names";

export const texts: GameTranslations = {
  en: {
    pieces: pieceNames.en,
    ends: { stalemate: "stalemate", "fifty moves": "fifty moves without progress" },
  },
  "zh-Hans": {
    pieces: pieceNames["zh-Hans"],
    ends: { stalemate: "逼和", "fifty moves": "五十回合未吃子、未动兵" },
  },
  "zh-Hant": {
    pieces: pieceNames["zh-Hant"],
    ends: { stalemate: "逼和", "fifty moves": "五十回合未吃子、未動兵" },
  },
};
