/** The texts of Othello. */

import type { GameTranslations } from "../../texts";

export const texts: GameTranslations = {
  en: {
    pieces: { black: "black disc", white: "white disc" },
    ends: { "more discs": "more discs", "equal discs": "equal discs", wipeout: "all discs of one colour" },
  },
  "zh-Hans": {
    pieces: { black: "黑子", white: "白子" },
    ends: { "more discs": "子数较多", "equal discs": "子数相同", wipeout: "盘上只剩一色" },
  },
  "zh-Hant": {
    pieces: { black: "黑子", white: "白子" },
    ends: { "more discs": "子數較多", "equal discs": "子數相同", wipeout: "盤上只剩一色" },
  },
};
