/** The rules of Grundy's game. */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "turn",
      position: "7 0",
      marked: ["1-2", "1-5"],
      caption: {
        en: "A click on counter 2 or on counter 5 splits this heap of 7 into 5 and 2.",
        "zh-Hans": "点第 2 枚或第 5 枚，把这一堆 7 枚分成 5 和 2。",
        "zh-Hant": "點第 2 枚或第 5 枚，把這一堆 7 枚分成 5 和 2。",
      },
    },
    {
      section: "end",
      position: "3,2,2,1,1 1",
      marked: ["1-1", "1-2"],
      caption: {
        en: "Only the heap of 3 can still be split, into 2 and 1. Whoever does it wins.",
        "zh-Hans": "只有 3 枚的一堆还能分，分成 2 和 1。走这一步的人胜。",
        "zh-Hant": "只有 3 枚的一堆還能分，分成 2 和 1。走這一步的人勝。",
      },
    },
  ],
  texts: {
    en: {
      hints: ["Split a heap into two of different sizes: click the counter after which it is split."],
      goal: ["Make the last move. Whoever cannot move loses."],
      turn: ["In turn, each side splits one heap into two heaps of different sizes. Heaps of 1 and 2 cannot be split; their numbers are shown below the board."],
      end: ["The game ends when only heaps of 1 and 2 are left. The side to move has lost then. There are no draws."],
      here: [
        "The game begins with one heap of 20. Settings choose its size, from 3 to 99, and add a second and a third heap.",
        "A move is written as the heap and its two parts, the larger first: `20>13+7`.",
        "When the game is over, Exact values shows which moves would have won, and why.",
      ],
    },
    "zh-Hans": {
      hints: ["把一堆分成大小不同的两堆：点一枚棋子，就在它之后分开。"],
      goal: ["走最后一步。不能走的一方输。"],
      turn: ["双方轮流把一堆分成大小不同的两堆。1 枚和 2 枚的堆不能再分，它们的数目写在棋盘下方。"],
      end: ["只剩 1 枚和 2 枚的堆时，对局结束，轮到走的一方输。没有和棋。"],
      here: ["开始时有一堆 20 枚。设置可以把它改为 3 到 99 枚，也可以加第二堆和第三堆。", "着法写作这一堆和分成的两堆，大的在前：`20>13+7`。", "对局结束后，“精确值”显示哪些着法能胜，以及为什么。"],
    },
    "zh-Hant": {
      hints: ["把一堆分成大小不同的兩堆：點一枚棋子，就在它之後分開。"],
      goal: ["走最後一步。不能走的一方輸。"],
      turn: ["雙方輪流把一堆分成大小不同的兩堆。1 枚和 2 枚的堆不能再分，它們的數目寫在棋盤下方。"],
      end: ["只剩 1 枚和 2 枚的堆時，對局結束，輪到走的一方輸。沒有和棋。"],
      here: ["開始時有一堆 20 枚。設定可以把它改為 3 到 99 枚，也可以加第二堆和第三堆。", "著法寫作這一堆和分成的兩堆，大的在前：`20>13+7`。", "對局結束後，「精確值」顯示哪些著法能勝，以及為什麼。"],
    },
  },
};
