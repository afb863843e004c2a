/** The rules of game trees. */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "turn",
      position: "max(min(3,12,8),min(2,4,6),min(14,5,2)) 0",
      marked: ["n00", "n01", "n02"],
      caption: {
        en: "MAX has chosen the left branch; now MIN chooses among 3, 12 and 8.",
        "zh-Hans": "极大方走了左枝；现在极小方在 3、12、8 中选。",
        "zh-Hant": "極大方走了左枝；現在極小方在 3、12、8 中選。",
      },
    },
  ],
  texts: {
    en: {
      hints: ["Choose a node below a ring. With several rings you are at one of them and cannot see which. The number at the leaf is the payoff."],
      goal: ["Walk down a tree to a leaf. With max and min, MAX gets the leaf's number from MIN. With A and B, both get it. With A, B and C, each gets its own digit of the leaf: the first is A's."],
      turn: ["The seat of the ringed node goes to one of its children. At a white node chance decides, with the probabilities on the branches.", "Nodes with the same letter on them look the same to their seat: it does not learn by which branch it came there."],
      end: ["The game ends at a leaf. Of two seats, the one that gets more than 0 wins, and 0 is a draw; of three, the greater digit is better."],
      here: ["The lessons are settings: textbook trees, a coin flip, three seats, a signal. They show what searches do; the documentation has a course of them.", "A move is the number of a child, from the left: `0`."],
    },
    "zh-Hans": {
      hints: ["在带圈的节点下面选一个节点。有几个圈时，你在其中一个，但看不出是哪一个。叶子上的数就是所得。"],
      goal: ["沿树走到叶子。有极大和极小时，极大方从极小方得到叶子上的数。有 A 和 B 时，两人都得这个数。有 A、B、C 时，各得叶子上自己的一位数字，第一位是 A 的。"],
      turn: ["带圈节点所属的一方走到它的一个子节点。白色节点由机会决定，概率写在枝上。", "带同样字母的节点，在所属的一方看来没有区别：它不知道自己从哪一枝走来。"],
      end: ["走到叶子，对局结束。两方时，所得大于 0 者胜，0 为和棋；三方时，数字大者为佳。"],
      here: ["课例是设置：教科书的树、抛硬币、三方、信号。它们说明搜索怎样工作；文档里有一套课程。", "着法是子节点的编号，从左数起：`0`。"],
    },
    "zh-Hant": {
      hints: ["在帶圈的節點下面選一個節點。有幾個圈時，你在其中一個，但看不出是哪一個。葉子上的數就是所得。"],
      goal: ["沿樹走到葉子。有極大和極小時，極大方從極小方得到葉子上的數。有 A 和 B 時，兩人都得這個數。有 A、B、C 時，各得葉子上自己的一位數字，第一位是 A 的。"],
      turn: ["帶圈節點所屬的一方走到它的一個子節點。白色節點由機會決定，機率寫在枝上。", "帶同樣字母的節點，在所屬的一方看來沒有區別：它不知道自己從哪一枝走來。"],
      end: ["走到葉子，對局結束。兩方時，所得大於 0 者勝，0 為和棋；三方時，數字大者為佳。"],
      here: ["課例是設定：教科書的樹、擲硬幣、三方、信號。它們說明搜尋怎樣工作；文件裡有一套課程。", "著法是子節點的編號，從左數起：`0`。"],
    },
  },
};
