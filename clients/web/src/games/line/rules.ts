/** The rules of the race on a line. */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "turn",
      position: "4 5 0",
      from: "4",
      to: ["3", "6"],
      caption: {
        en: "The left stone on 4 may step back to 3 or jump over the other to 6.",
        "zh-Hans": "4 上的左方棋子可退到 3，或跳过对方到 6。",
        "zh-Hant": "4 上的左方棋子可退到 3，或跳過對方到 6。",
      },
    },
  ],
  texts: {
    en: {
      hints: ["Get your stone to the far end. Choose it, then a dot."],
      goal: ["Each side has one stone, at its own end of the row. Whoever first reaches the other end wins."],
      turn: ["In turn, each side moves its stone one square forward or back, to a free square. If the other stone stands there, it is jumped over, to the square behind it."],
      end: ["The game ends when a stone has reached the other end. When the same position, with the same side to move, comes up for the third time, the game is drawn.", "With perfect play the side that begins wins on an even number of squares and loses on an odd one."],
      here: ["The row has 8 squares; a setting makes it 3 to 12.", "A move is written with the numbers of two squares, from and to: `1-2`."],
    },
    "zh-Hans": {
      hints: ["把你的棋子走到另一端。先点它，再点圆点。"],
      goal: ["双方各有一子，在一行的两端。先到达对面一端者胜。"],
      turn: ["双方轮流把自己的棋子向前或向后走一格，走到空格。若对方棋子在那里，就跳过它，落在它后面的一格。"],
      end: ["有棋子到达另一端时，对局结束。同一局面（轮到同一方走）第三次出现，为和棋。", "双方都不出错时，格数为偶数则先手胜，为奇数则先手负。"],
      here: ["一行有 8 格，设置可改为 3 到 12 格。", "着法写作起点和终点的数字：`1-2`。"],
    },
    "zh-Hant": {
      hints: ["把你的棋子走到另一端。先點它，再點圓點。"],
      goal: ["雙方各有一子，在一行的兩端。先到達對面一端者勝。"],
      turn: ["雙方輪流把自己的棋子向前或向後走一格，走到空格。若對方棋子在那裡，就跳過它，落在它後面的一格。"],
      end: ["有棋子到達另一端時，對局結束。同一局面（輪到同一方走）第三次出現，為和棋。", "雙方都不出錯時，格數為偶數則先手勝，為奇數則先手負。"],
      here: ["一行有 8 格，設定可改為 3 到 12 格。", "著法寫作起點和終點的數字：`1-2`。"],
    },
  },
};
