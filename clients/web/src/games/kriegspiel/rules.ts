/** The rules of Kriegspiel. */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "turn",
      position: "..x.. o",
      to: ["a1", "b1", "d1", "e1"],
      caption: { en: "O may play a1, b1, d1 or e1.", "zh-Hans": "O 可下 a1、b1、d1、e1。", "zh-Hant": "O 可下 a1、b1、d1、e1。" },
    },
  ],
  texts: {
    en: {
      hints: ["Put the last mark on the row. Choose an empty cell."],
      goal: ["Put the last mark on the row."],
      turn: ["X begins. In turn, each side puts a mark on an empty cell."],
      end: ["Who puts a mark on the last empty cell wins."],
      here: ["A move is written as its cell: `b1`."],
    },
    "zh-Hans": {
      hints: ["下最后一子。请点一个空格。"],
      goal: ["下最后一子。"],
      turn: ["X 先行。双方轮流在空格里下一子。"],
      end: ["占了最后一格的一方胜。"],
      here: ["着法写作所在的格：`b1`。"],
    },
    "zh-Hant": {
      hints: ["下最後一子。請點一個空格。"],
      goal: ["下最後一子。"],
      turn: ["X 先行。雙方輪流在空格裡下一子。"],
      end: ["佔了最後一格的一方勝。"],
      here: ["著法寫作所在的格：`b1`。"],
    },
  },
};
