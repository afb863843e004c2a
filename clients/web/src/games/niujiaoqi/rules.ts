/** The rules of ox-horn chess. */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "turn",
      position: "3 6 9 r",
      from: "3",
      to: ["1", "2", "4", "5"],
      caption: { en: "Red on 3 may go to 1, 2, 4 or 5.", "zh-Hans": "3 上的红子可走到 1、2、4、5。", "zh-Hant": "3 上的紅子可走到 1、2、4、5。" },
    },
    {
      section: "turn",
      position: "1 6 9 b",
      from: "6",
      to: ["4", "5", "7"],
      caption: { en: "Blue on 6 may go to 4, 5 or 7, but not back to 8.", "zh-Hans": "6 上的蓝子可走到 4、5、7，但不能退回 8。", "zh-Hant": "6 上的藍子可走到 4、5、7，但不能退回 8。" },
    },
    {
      section: "end",
      position: "0 1 2 r",
      marked: ["0", "1", "2"],
      caption: { en: "Red is shut in on 0: blue has won.", "zh-Hans": "红方被困在 0：蓝方胜。", "zh-Hant": "紅方被困在 0：藍方勝。" },
    },
  ],
  texts: {
    en: {
      hints: [
        "You are red, with one stone: get past the two blue ones to 8 or 9. Choose your stone, then a dot.",
        "You are blue, with two stones that never go back: shut red in on 0. Choose a stone, then a dot.",
      ],
      goal: ["Red has one stone and starts at the tip of the horn, on 0. It wants to get past blue, to 8 or 9.", "Blue has two stones, on 8 and 9. It wants to shut red in at the tip."],
      turn: [
        "In turn, each side moves one stone along a line to the next node, which must be empty. Nothing is captured.",
        "Red may go in any direction. A blue stone never goes back: it may only go to a lower number, or across the horn from 2 to 3, 4 to 5, 6 to 7 or 8 to 9.",
      ],
      end: ["Red wins on 8 or 9. Blue wins when red stands on 0 and blue on 1 and 2.", "When the same position, with the same side to move, comes up for the third time, the game is drawn. Neither side can force a win."],
      here: [
        "If blue cannot move on its turn, red wins. That happens only with both blue stones on 0 and 1.",
        "Setting: which side begins, usually red.",
        "A move is written with the numbers of two nodes, from and to: `8-6`.",
      ],
    },
    "zh-Hans": {
      hints: ["你执红，只有一子：越过两个蓝子，走到 8 或 9。先点你的棋子，再点圆点。", "你执蓝，有两子，只进不退：把红子困在 0。先点一个棋子，再点圆点。"],
      goal: ["红方一子，从牛角尖 0 出发，要越过蓝方，走到 8 或 9。", "蓝方两子，从 8 和 9 出发，要把红子困在角尖。"],
      turn: ["双方轮流走一子，沿线走到相邻的空点。没有吃子。", "红子可向任何方向走。蓝子不能后退：只能走向数字较小的点，或横过牛角，从 2 到 3、4 到 5、6 到 7、8 到 9。"],
      end: ["红子到达 8 或 9，红方胜。红子在 0、蓝子在 1 和 2，蓝方胜。", "同一局面（轮到同一方走）第三次出现，为和棋。双方都不出错时，谁也无法取胜。"],
      here: ["轮到蓝方而蓝方无路可走时，红方胜。只有两个蓝子在 0 和 1 时才会如此。", "可选设置：哪一方先行，通常是红方。", "着法写作起点和终点的数字：`8-6`。"],
    },
    "zh-Hant": {
      hints: ["你執紅，只有一子：越過兩個藍子，走到 8 或 9。先點你的棋子，再點圓點。", "你執藍，有兩子，只進不退：把紅子困在 0。先點一個棋子，再點圓點。"],
      goal: ["紅方一子，從牛角尖 0 出發，要越過藍方，走到 8 或 9。", "藍方兩子，從 8 和 9 出發，要把紅子困在角尖。"],
      turn: ["雙方輪流走一子，沿線走到相鄰的空點。沒有吃子。", "紅子可向任何方向走。藍子不能後退：只能走向數字較小的點，或橫過牛角，從 2 到 3、4 到 5、6 到 7、8 到 9。"],
      end: ["紅子到達 8 或 9，紅方勝。紅子在 0、藍子在 1 和 2，藍方勝。", "同一局面（輪到同一方走）第三次出現，為和棋。雙方都不出錯時，誰也無法取勝。"],
      here: ["輪到藍方而藍方無路可走時，紅方勝。只有兩個藍子在 0 和 1 時才會如此。", "可選設定：哪一方先行，通常是紅方。", "著法寫作起點和終點的數字：`8-6`。"],
    },
  },
};
