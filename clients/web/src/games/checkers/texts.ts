/** The texts of English draughts. */

import type { GameTranslations } from "../../texts";

export const texts: GameTranslations = {
  en: {
    pieces: { "custom-black": "black man", "custom-white": "white man", "custom-black K": "black king", "custom-white K": "white king" },
    ends: { "no move": "no move is left", "forty moves": "forty moves without a capture or a man's move" },
  },
  "zh-Hans": {
    pieces: { "custom-black": "黑兵", "custom-white": "白兵", "custom-black K": "黑王", "custom-white K": "白王" },
    ends: { "no move": "无子可走", "forty moves": "四十回合内没有吃子也没有走兵" },
  },
  "zh-Hant": {
    pieces: { "custom-black": "黑兵", "custom-white": "白兵", "custom-black K": "黑王", "custom-white K": "白王" },
    ends: { "no move": "無子可走", "forty moves": "四十回合內沒有吃子也沒有走兵" },
  },
};
