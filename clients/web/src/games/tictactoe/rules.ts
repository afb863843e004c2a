/** The rules of tic-tac-toe. */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "goal",
      position: "xo..xo..x o",
      marked: ["a3", "b2", "c1"],
      caption: { en: "X has won: three in a row, diagonally.", "zh-Hans": "X 胜：斜线上三子相连。", "zh-Hant": "X 勝：斜線上三子相連。" },
    },
  ],
  texts: {
    en: {
      hints: ["Put three of your marks in a row. Choose an empty cell."],
      goal: ["Get three of your marks in a row: across, down or diagonally."],
      turn: ["X begins. In turn, each side puts one mark on an empty cell. Marks never move."],
      end: ["Three in a row wins at once. If the board is full and nobody has three in a row, the game is drawn.", "If neither side makes a mistake, it is always a draw."],
      here: ["A move is written as its cell: the file a to c from the left, then the rank 1 to 3 from below. The middle is `b2`."],
    },
    "zh-Hans": {
      hints: ["把自己的三个记号连成一线。请点一个空格。"],
      goal: ["把自己的三个记号连成一线：横、竖、斜都可以。"],
      turn: ["X 先行。双方轮流在一个空格里放一个记号，放下后不再移动。"],
      end: ["先连成三个者立即获胜。棋盘放满而无人连成，为和棋。", "双方都不出错时，结果总是和棋。"],
      here: ["着法写作所在的格：先写列 a 到 c（从左数），再写行 1 到 3（从下数）。正中是 `b2`。"],
    },
    "zh-Hant": {
      hints: ["把自己的三個記號連成一線。請點一個空格。"],
      goal: ["把自己的三個記號連成一線：橫、豎、斜都可以。"],
      turn: ["X 先行。雙方輪流在一個空格裡放一個記號，放下後不再移動。"],
      end: ["先連成三個者立即獲勝。棋盤放滿而無人連成，為和棋。", "雙方都不出錯時，結果總是和棋。"],
      here: ["著法寫作所在的格：先寫直行 a 到 c（從左數），再寫橫列 1 到 3（從下數）。正中是 `b2`。"],
    },
  },
};
