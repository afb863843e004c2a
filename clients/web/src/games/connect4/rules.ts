/** The rules of connect four. */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "goal",
      position: "34433222144",
      marked: ["1-1", "2-2", "3-3", "4-4"],
      caption: { en: "Red has won: four in a row, diagonally.", "zh-Hans": "红方胜：斜线上四子相连。", "zh-Hant": "紅方勝：斜線上四子相連。" },
    },
    {
      section: "turn",
      position: "44354",
      marked: ["3-2", "5-2"],
      caption: {
        en: "A stone in column 3 or 5 comes to rest on the one below it.",
        "zh-Hans": "落入第 3 或第 5 列的子停在下面的子上。",
        "zh-Hant": "落入第 3 或第 5 直行的子停在下面的子上。",
      },
    },
  ],
  texts: {
    en: {
      hints: ["Put four of your stones in a row. Choose a column: the stone falls to its lowest empty cell."],
      goal: ["Get four of your stones in a row: across, upwards or diagonally."],
      turn: ["Red begins. In turn, each side drops one stone into a column that is not full. It falls to the lowest empty cell and never moves again."],
      end: [
        "Four in a row win at once. If all 42 cells are full and nobody has four in a row, the game is drawn.",
        "If neither side makes a mistake, red wins, and only by starting in the middle.",
      ],
      here: ["A move is written as its column, 1 to 7 from the left. The middle is `4`. On a keyboard press the number.", "When the game is over, “Exact values” shows over each column who wins by it with best play, and in how many plies."],
    },
    "zh-Hans": {
      hints: ["把自己的四个子连成一线。请选一列：棋子落到最下面的空格。"],
      goal: ["把自己的四个子连成一线：横、竖、斜都可以。"],
      turn: ["红方先行。双方轮流向一个未满的列里投入一子，它落到最下面的空格，之后不再移动。"],
      end: ["先连成四个者立即获胜。42 格放满而无人连成，为和棋。", "双方都不出错时红方胜，但必须从正中一列开始。"],
      here: ["着法写作所在的列，从左数 1 到 7。正中是 `4`。用键盘时按数字即可。", "对局结束后，“精确值”在每一列上方显示双方最佳下法时的胜负和步数。"],
    },
    "zh-Hant": {
      hints: ["把自己的四個子連成一線。請選一條直行：棋子落到最下面的空格。"],
      goal: ["把自己的四個子連成一線：橫、豎、斜都可以。"],
      turn: ["紅方先行。雙方輪流向一個未滿的直行裡投入一子，它落到最下面的空格，之後不再移動。"],
      end: ["先連成四個者立即獲勝。42 格放滿而無人連成，為和棋。", "雙方都不出錯時紅方勝，但必須從正中的直行開始。"],
      here: ["著法寫作所在的直行，從左數 1 到 7。正中是 `4`。用鍵盤時按數字即可。", "對局結束後，「精確值」在每一直行上方顯示雙方最佳下法時的勝負和步數。"],
    },
  },
};
