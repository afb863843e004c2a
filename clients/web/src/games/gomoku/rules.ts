/** The rules of gomoku. */

import type { Settings } from "../../protocol";
import type { GameRules } from "../../texts/game-rules";

const SMALL: Settings = { size: 9 };
const RENJU: Settings = { size: 9, rule: "renju" };

export const rules: GameRules = {
  pictures: [
    {
      section: "goal",
      position: "9/9/6x2/3oox3/4xoo2/3x5/2x6/9/9 o",
      settings: SMALL,
      marked: ["c3", "d4", "e5", "f6", "g7"],
      caption: { en: "Black has won: five in a row, diagonally.", "zh-Hans": "黑方胜：斜线上五子相连。", "zh-Hant": "黑方勝：斜線上五子相連。" },
    },
    {
      section: "turn",
      position: "9/9/4o4/2o1x4/3xxx3/6o2/9/9/9 o",
      settings: SMALL,
      marked: ["c5", "g5"],
      caption: {
        en: "Black has an open three from d5 to f5. White closes it at c5 or g5: a four with two open ends cannot be stopped.",
        "zh-Hans": "黑方 d5 至 f5 是活三，白方堵 c5 或 g5：若成两端皆空的活四，就挡不住了。",
        "zh-Hant": "黑方 d5 至 f5 是活三，白方堵 c5 或 g5：若成兩端皆空的活四，就擋不住了。",
      },
    },
    {
      section: "here",
      position: "9/9/3ox4/3oxo3/2xx5/2o6/9/9/9 x",
      settings: RENJU,
      forbidden: ["e5"],
      caption: {
        en: "Renju: e5 would make two open threes at once, horizontally and vertically. Black may not play there.",
        "zh-Hans": "三三禁手：黑下 e5 会同时成横、竖两个活三。",
        "zh-Hant": "三三禁手：黑下 e5 會同時成橫、豎兩個活三。",
      },
    },
    {
      section: "here",
      position: "9/9/3ox4/3oxo3/1oxx2o2/9/9/9/9 x",
      settings: RENJU,
      marked: ["e5"],
      caption: {
        en: "Here Black may: the row between b5 and g5 has no room for a four with two open ends, so it is no open three.",
        "zh-Hans": "这里黑可下 e5：b5 与 g5 之间成不了活四，横线不算活三。",
        "zh-Hant": "這裡黑可下 e5：b5 與 g5 之間成不了活四，橫線不算活三。",
      },
    },
    {
      section: "here",
      position: "4o4/4x4/3oxo3/2o1x4/oxxx5/3o5/9/9/9 x",
      settings: RENJU,
      forbidden: ["e5"],
      caption: {
        en: "Renju: e5 would make two fours at once. Each needs one more stone to make five, at f5 and at e4.",
        "zh-Hans": "四四禁手：黑下 e5 会同时成两个四，再下 f5 或 e4 即成五。",
        "zh-Hant": "四四禁手：黑下 e5 會同時成兩個四，再下 f5 或 e4 即成五。",
      },
    },
    {
      section: "here",
      position: "9/9/9/2oo1o3/2xx1xxx1/4o1o2/9/9/9 x",
      settings: RENJU,
      forbidden: ["e5"],
      caption: {
        en: "Renju: e5 would make six in a row, an overline.",
        "zh-Hans": "长连禁手：黑下 e5 会成六子相连。",
        "zh-Hant": "長連禁手：黑下 e5 會成六子相連。",
      },
    },
  ],
  texts: {
    en: {
      hints: ["Put five of your stones in a row, and stop the other side's threes and fours. Choose a point."],
      goal: ["Get five of your stones in a row: horizontally, vertically or diagonally."],
      turn: ["Black begins. In turn, each side puts one stone on an empty point. Stones never move.", "A four with both ends open wins. So answer an open three at once, unless you can win first; two threats at once cannot both be stopped."],
      end: ["Five in a row win at once. If the board is full and nobody has five in a row, the game is drawn."],
      here: [
        "The setting Rule says what wins. Freestyle: five or more. Standard: exactly five, for both sides. Renju: exactly five for Black, who may not make fouls, and five or more for White.",
        "The fouls of renju are two open threes, two fours, or more than five in a row, made by one stone. A stone that makes exactly five wins, foul or not. A three counts only if Black may play on to an open four. Fouls are crossed out; Black loses if only fouls are left.",
        "Boards have 5 to 20 lines; 15 are usual. Opening rules such as swap, which make up for Black's first move, are not used.",
        "A move is written as its point: the column from a at the left, with i, then the row from 1 at the bottom, as in `h8`, the middle.",
      ],
    },
    "zh-Hans": {
      hints: ["把自己的五个子连成一线，并挡住对方的三和四。请点一个交叉点。"],
      goal: ["把自己的五个子连成一线：横、竖、斜都可以。"],
      turn: ["黑方先行。双方轮流在一个空点上落子，落下后不再移动。", "两端皆空的四（活四）必胜。所以对方有活三时要马上应对，除非自己能先胜；两处威胁同时出现就挡不住。"],
      end: ["先连成五子者立即获胜。棋盘放满而无人连成，为和棋。"],
      here: [
        "“规则”决定怎样算胜。自由规则：五子以上即胜。标准规则：双方都须恰好五子。连珠：黑须恰好五子并有禁手，白五子以上即胜。",
        "黑方一子同时成两个活三、两个四，或成六子以上，就是禁手；但恰好成五时算胜，不算禁手。能再走成活四的三才算活三。禁手点打叉；黑方只剩禁手时负。",
        "棋盘可选 5 至 20 路，通常为 15 路。不采用交换等开局规则，黑方先行之利不作补偿。",
        "着法写作所在的点：先写列（左起 a，有 i），再写行（下起 1），如正中 `h8`。",
      ],
    },
    "zh-Hant": {
      hints: ["把自己的五個子連成一線，並擋住對方的三和四。請點一個交叉點。"],
      goal: ["把自己的五個子連成一線：橫、豎、斜都可以。"],
      turn: ["黑方先行。雙方輪流在一個空點上落子，落下後不再移動。", "兩端皆空的四（活四）必勝。所以對方有活三時要馬上應對，除非自己能先勝；兩處威脅同時出現就擋不住。"],
      end: ["先連成五子者立即獲勝。棋盤放滿而無人連成，為和棋。"],
      here: [
        "「規則」決定怎樣算勝。自由規則：五子以上即勝。標準規則：雙方都須恰好五子。連珠：黑須恰好五子並有禁手，白五子以上即勝。",
        "黑方一子同時成兩個活三、兩個四，或成六子以上，就是禁手；但恰好成五時算勝，不算禁手。能再走成活四的三才算活三。禁手點打叉；黑方只剩禁手時負。",
        "棋盤可選 5 至 20 路，通常為 15 路。不採用交換等開局規則，黑方先行之利不作補償。",
        "著法寫作所在的點：先寫直行（左起 a，有 i），再寫橫列（下起 1），如正中 `h8`。",
      ],
    },
  },
};
