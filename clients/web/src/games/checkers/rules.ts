/** The rules of English draughts. */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "turn",
      position: "B:W32:B14",
      from: "14",
      to: ["17", "18"],
      caption: { en: "A man goes one square forward, on the diagonals.", "zh-Hans": "兵沿斜线向前走一格。", "zh-Hant": "兵沿斜線向前走一格。" },
    },
    {
      section: "turn",
      position: "B:W32:BK14",
      from: "14",
      to: ["9", "10", "17", "18"],
      caption: { en: "A king goes one square in all four directions.", "zh-Hans": "王可向四个斜向走一格。", "zh-Hant": "王可向四個斜向走一格。" },
    },
    {
      section: "turn",
      position: "B:W18,26,32:B15",
      marked: ["15", "22", "31"],
      caption: {
        en: "The man on 15 must jump over 18 to 22, and on over 26 to 31. There it becomes a king.",
        "zh-Hans": "15 上的兵必须跳过 18 到 22，再跳过 26 到 31，并在那里成王。",
        "zh-Hant": "15 上的兵必須跳過 18 到 22，再跳過 26 到 31，並在那裡成王。",
      },
    },
  ],
  texts: {
    en: {
      hints: ["Black begins. A capture must be made when there is one; click each square of a jump in turn."],
      goal: ["Capture all enemy pieces, or leave them without a move."],
      turn: [
        "A man goes one square diagonally forward. If an enemy stands there and the square behind it is empty, the man jumps over it and captures it.",
        "Captures must be made; of several you may choose any. If the piece can then jump again, it goes on in the same turn until it cannot.",
        "A man that reaches the last row becomes a king, and its turn ends there. A king moves and captures forward and backward, one square or one jump at a time.",
      ],
      end: [
        "Whoever cannot move loses: all pieces captured, or all of them blocked.",
        "The game is drawn when a position occurs for the third time, or after forty moves of each side without a capture or a man's move. The server applies both rules.",
      ],
      here: [
        "This is English draughts, or American checkers, on the 32 dark squares. They are numbered from the upper left; black begins on 1 to 12.",
        "A move is written with its squares: `11-15`. A capture names all squares on which it lands, as `15x22x31`; typing the first and the last is enough.",
      ],
    },
    "zh-Hans": {
      hints: ["黑方先行。有子可吃时必须吃；连跳时依次点每一格。"],
      goal: ["吃光对方的子，或使对方无子可走。"],
      turn: [
        "兵沿斜线向前走一格。若那一格有对方的子，而它后面是空格，就跳过去把它吃掉。",
        "有子可吃必须吃；有几种吃法时任选一种。吃后还能再跳，就在同一步里继续，直到不能再跳。",
        "兵到达最后一行成王，这一步到此为止。王可以前后走和吃，每次走一格或跳一子。",
      ],
      end: ["无子可走的一方输：子被吃光，或全被堵住。", "同一局面第三次出现，或双方各走四十步没有吃子也没有走兵，为和棋，由服务器判定。"],
      here: ["这是英式跳棋（美式跳棋），在 32 个深色格上进行。格子从左上角起编号，黑子开始在 1 到 12。", "着法写出走过的格：`11-15`。吃子写出每次落下的格，如 `15x22x31`；输入首尾两格即可。"],
    },
    "zh-Hant": {
      hints: ["黑方先行。有子可吃時必須吃；連跳時依次點每一格。"],
      goal: ["吃光對方的子，或使對方無子可走。"],
      turn: [
        "兵沿斜線向前走一格。若那一格有對方的子，而它後面是空格，就跳過去把它吃掉。",
        "有子可吃必須吃；有幾種吃法時任選一種。吃後還能再跳，就在同一步裡繼續，直到不能再跳。",
        "兵到達最後一行成王，這一步到此為止。王可以前後走和吃，每次走一格或跳一子。",
      ],
      end: ["無子可走的一方輸：子被吃光，或全被堵住。", "同一局面第三次出現，或雙方各走四十步沒有吃子也沒有走兵，為和棋，由伺服器判定。"],
      here: ["這是英式跳棋（美式跳棋），在 32 個深色格上進行。格子從左上角起編號，黑子開始在 1 到 12。", "著法寫出走過的格：`11-15`。吃子寫出每次落下的格，如 `15x22x31`；輸入首尾兩格即可。"],
    },
  },
};
