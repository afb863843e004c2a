/** The rules of EinStein würfelt nicht! */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "turn",
      position: "B 2 25 24 14 12 0 15 1 8 3 6 19 23",
      from: "24",
      to: ["18", "19", "23"],
      caption: {
        en: "Blue has thrown a 2: its stone 2, on cell 24, may go to 18, 19 or 23. On 19 and 23 it would capture.",
        "zh-Hans": "蓝方掷出 2：第 24 格上的 2 号子可走到 18、19、23。走到 19 或 23 就吃掉那里的子。",
        "zh-Hant": "藍方擲出 2：第 24 格上的 2 號子可走到 18、19、23。走到 19 或 23 就吃掉那裡的子。",
      },
    },
    {
      section: "turn",
      position: "B 5 25 24 14 12 0 15 1 8 3 6 19 23",
      marked: ["12", "15"],
      caption: {
        en: "Blue has thrown a 5, but its 5 is gone: it moves its 4, on cell 12, or its 6, on cell 15.",
        "zh-Hans": "蓝方掷出 5，但 5 号子已不在：可走第 12 格上的 4 号，或第 15 格上的 6 号。",
        "zh-Hant": "藍方擲出 5，但 5 號子已不在：可走第 12 格上的 4 號，或第 15 格上的 6 號。",
      },
    },
  ],
  texts: {
    en: {
      hints: ["The die says which stone moves. Choose it, then a dot: get one stone to the tinted corner at the top left."],
      goal: ["Get one of your stones to the opposite corner: blue to cell 1, red to cell 25. Or capture all stones of the other side."],
      turn: [
        "The die is thrown for you. The stone with that number must move. If it is gone, move the one with the next higher number that is left, or with the next lower, as you like.",
        "A stone goes one cell towards its corner: along the row, the column or the diagonal. On your own screen you always start at the bottom right and go up and to the left.",
        "Whatever stands on the target cell is captured, even a stone of your own. That can be good: with fewer stones, each of them may move more often.",
      ],
      end: ["The side that gets a stone to the goal cell or captures the last enemy stone wins. There are no draws."],
      here: [
        "Settings: which side begins, usually blue; and the set-up: the usual one, a random one, or free, where each side arranges its own stones before the game, blue first.",
        "A move is written with the numbers of two cells, from and to: `24-19`. A set-up is written with six digits, the stones on your start cells in the order of the cells: `654321`.",
      ],
    },
    "zh-Hans": {
      hints: ["骰子决定走哪个子。先点它，再点圆点：把一个子走到左上角的有色格。"],
      goal: ["把自己的一个子走到对面的角：蓝方到第 1 格，红方到第 25 格。或者吃光对方的子。"],
      turn: [
        "骰子自动掷出，必须走那个号码的子。它若已不在，就走剩下的子中号码比它大的最近一个，或比它小的最近一个，任选其一。",
        "每次朝目标角走一格：横、竖或斜。在你的屏幕上，你总是从右下方出发，向左上方走。",
        "目标格上的子被吃掉，自己的子也一样。吃自己的子有时是好棋：子越少，每个子走的机会越多。",
      ],
      end: ["先走到目标格的一方胜，吃掉对方最后一子的一方也胜。没有和棋。"],
      here: [
        "可选设置：哪一方先行，通常是蓝方；布子：标准、随机，或自由（开局前各方自己摆子，蓝方先摆）。",
        "着法写作起点和终点的格号：`24-19`。布子写作六个数字，按格号顺序写出起始格上的子：`654321`。",
      ],
    },
    "zh-Hant": {
      hints: ["骰子決定走哪個子。先點它，再點圓點：把一個子走到左上角的有色格。"],
      goal: ["把自己的一個子走到對面的角：藍方到第 1 格，紅方到第 25 格。或者吃光對方的子。"],
      turn: [
        "骰子自動擲出，必須走那個號碼的子。它若已不在，就走剩下的子中號碼比它大的最近一個，或比它小的最近一個，任選其一。",
        "每次朝目標角走一格：橫、豎或斜。在你的螢幕上，你總是從右下方出發，向左上方走。",
        "目標格上的子被吃掉，自己的子也一樣。吃自己的子有時是好棋：子越少，每個子走的機會越多。",
      ],
      end: ["先走到目標格的一方勝，吃掉對方最後一子的一方也勝。沒有和棋。"],
      here: [
        "可選設定：哪一方先行，通常是藍方；布子：標準、隨機，或自由（開局前各方自己擺子，藍方先擺）。",
        "著法寫作起點和終點的格號：`24-19`。布子寫作六個數字，按格號順序寫出起始格上的子：`654321`。",
      ],
    },
  },
};
