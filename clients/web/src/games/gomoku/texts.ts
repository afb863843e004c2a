/** The texts of gomoku. */

import type { GameTranslations } from "../../texts";

export const texts: GameTranslations = {
  en: {
    forbidden: "Renju: Black may not play there. It would make two open threes, two fours or more than five in a row.",
    settings: {
      rule: "Rule",
      freestyle: "Freestyle (five or more)",
      standard: "Standard (exactly five)",
      renju: "Renju (fouls for Black)",
    },
    pieces: { black: "black stone", white: "white stone" },
    ends: { "five in a row": "five in a row", "full board": "the board is full", "only fouls left": "Black has only fouls left" },
  },
  "zh-Hans": {
    forbidden: "连珠：黑方不能下在那里，那是三三、四四或长连禁手。",
    settings: { rule: "规则", freestyle: "自由规则（五子以上）", standard: "标准规则（恰好五子）", renju: "连珠（黑方有禁手）" },
    pieces: { black: "黑子", white: "白子" },
    ends: { "five in a row": "五子连线", "full board": "棋盘已满", "only fouls left": "黑方只剩禁手" },
  },
  "zh-Hant": {
    forbidden: "連珠：黑方不能下在那裡，那是三三、四四或長連禁手。",
    settings: { rule: "規則", freestyle: "自由規則（五子以上）", standard: "標準規則（恰好五子）", renju: "連珠（黑方有禁手）" },
    pieces: { black: "黑子", white: "白子" },
    ends: { "five in a row": "五子連線", "full board": "棋盤已滿", "only fouls left": "黑方只剩禁手" },
  },
};
