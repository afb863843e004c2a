/** The rules of Othello. */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "turn",
      position: "---------------------------OX------XO--------------------------- X",
      to: ["c4", "d3", "e6", "f5"],
      caption: {
        en: "The start. Black may play c4, d3, e6 or f5.",
        "zh-Hans": "开局。黑方可下 c4、d3、e6、f5。",
        "zh-Hant": "開局。黑方可下 c4、d3、e6、f5。",
      },
    },
    {
      section: "turn",
      position: "---------------------------OX------XXX-------------------------- O",
      marked: ["f5", "e5"],
      caption: {
        en: "Black has played f5: the white disc on e5 stood between two black ones and is turned.",
        "zh-Hans": "黑方下了 f5：e5 的白子被夹在两个黑子之间，翻成黑子。",
        "zh-Hant": "黑方下了 f5：e5 的白子被夾在兩個黑子之間，翻成黑子。",
      },
    },
  ],
  texts: {
    en: {
      hints: ["Enclose the other side's discs in a line between two of yours: they become yours. Choose a dot."],
      goal: ["Have more discs of your colour than the other side when the game is over."],
      turn: [
        "Black begins. Put a disc on an empty cell so that a line of the other side's discs, without a gap, lies between it and another disc of yours. The line may be a row, a column or a diagonal.",
        "All discs enclosed in this way, in every direction at once, are turned to your colour. Each move must turn at least one.",
        "A side without such a move passes. A side with one may not pass.",
      ],
      end: ["The game is over when neither side can move, usually because the board is full. More discs win; equal numbers are a draw.", "In the score, cells left empty count for the winner."],
      here: [
        "Setting: a board of 8×8, or a small one of 6×6.",
        "A move is written as its cell: the file from a at the left, then the row from 1 at the top, as in `f5`. The word `pass` passes; on the page it is a button.",
      ],
    },
    "zh-Hans": {
      hints: ["用自己的两子在一线上夹住对方的棋子，它们就变成你的。请点一个圆点。"],
      goal: ["终局时，自己颜色的棋子比对方多。"],
      turn: [
        "黑方先行。在空格下一子，使它与自己的另一子之间夹着一排对方的棋子，中间没有空格。横、竖、斜都可以。",
        "各个方向上这样被夹住的棋子，同时翻成自己的颜色。每一步至少要翻一子。",
        "无处可下的一方停一手；有处可下时不能停。",
      ],
      end: ["双方都无处可下时终局，多半是棋盘已满。棋子多的一方胜，相等为和棋。", "计分时，剩下的空格算给胜方。"],
      here: ["可选设置：8×8 棋盘，或 6×6 小棋盘。", "着法写作所在的格：先写列（左起 a），再写行（上起 1），如 `f5`。停一手写作 `pass`，在网页上是一个按钮。"],
    },
    "zh-Hant": {
      hints: ["用自己的兩子在一線上夾住對方的棋子，它們就變成你的。請點一個圓點。"],
      goal: ["終局時，自己顏色的棋子比對方多。"],
      turn: [
        "黑方先行。在空格下一子，使它與自己的另一子之間夾著一排對方的棋子，中間沒有空格。橫、豎、斜都可以。",
        "各個方向上這樣被夾住的棋子，同時翻成自己的顏色。每一步至少要翻一子。",
        "無處可下的一方停一手；有處可下時不能停。",
      ],
      end: ["雙方都無處可下時終局，多半是棋盤已滿。棋子多的一方勝，相等為和棋。", "計分時，剩下的空格算給勝方。"],
      here: ["可選設定：8×8 棋盤，或 6×6 小棋盤。", "著法寫作所在的格：先寫直行（左起 a），再寫橫列（上起 1），如 `f5`。停一手寫作 `pass`，在網頁上是一個按鈕。"],
    },
  },
};
