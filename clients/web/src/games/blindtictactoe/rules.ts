/** The rules of blind tic-tac-toe. */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "turn",
      position: "b2?a1!",
      marked: ["a1"],
      caption: {
        en: "What X sees: its mark in the middle, and the ring on a1, since its try there was refused. X tries another cell.",
        "zh-Hans": "X 所见：正中是自己的记号；试 a1 被拒，于是看见那里的圈。X 再试另一格。",
        "zh-Hant": "X 所見：正中是自己的記號；試 a1 被拒，於是看見那裡的圈。X 再試另一格。",
      },
    },
    {
      section: "end",
      position: "b2a1c3c2a3b1c1",
      marked: ["a3", "b2", "c1"],
      caption: {
        en: "The end: all marks are shown, and X has three in a row.",
        "zh-Hans": "终局：所有记号公开，X 三子相连。",
        "zh-Hant": "終局：所有記號公開，X 三子相連。",
      },
    },
  ],
  texts: {
    en: {
      hints: ["You see your own marks only. Choose a cell: if the other side is there, you are told and choose again."],
      goal: ["Get three of your marks in a row: across, down or diagonally, on a board on which you see your own marks only."],
      turn: [
        "X begins. In turn, each side puts one mark on a cell that it believes to be empty.",
        "If the other side is on that cell, the try is refused: the mover now sees that mark, and tries another cell. The other side is told that a try was refused, but not where.",
      ],
      end: ["Three in a row wins at once. If the board is full and nobody has three in a row, the game is drawn.", "Then all marks are shown, and all tries in their order."],
      here: [
        "A refused try costs nothing but time. A move cannot be taken back, since it has shown something.",
        "Spectators see how many marks there are and which tries were refused, and no marks before the end.",
        "A try is written as its cell: the file a to c from the left, then the rank 1 to 3 from below. The middle is `b2`.",
      ],
    },
    "zh-Hans": {
      hints: ["你只看得见自己的记号。请选一格：若对方已占，会告诉你，你再选一次。"],
      goal: ["在只看得见自己记号的棋盘上，把自己的三个记号连成一线：横、竖、斜都可以。"],
      turn: ["X 先行。双方轮流在自己认为空着的一格放一个记号。", "若那一格已有对方的记号，这次尝试被拒：行棋者从此看得见那个记号，并再试另一格。对方只知道有一次尝试被拒，不知道在哪一格。"],
      end: ["先连成三个者立即获胜。棋盘放满而无人连成，为和棋。", "终局时公开所有记号和每次尝试的次序。"],
      here: ["被拒的尝试只花时间，别无损失。着法会透露消息，因此不能悔棋。", "观众只看得见有几个记号、哪些尝试被拒；记号终局时才公开。", "尝试写作所在的格：先写列 a 到 c（从左数），再写行 1 到 3（从下数）。正中是 `b2`。"],
    },
    "zh-Hant": {
      hints: ["你只看得見自己的記號。請選一格：若對方已佔，會告訴你，你再選一次。"],
      goal: ["在只看得見自己記號的棋盤上，把自己的三個記號連成一線：橫、豎、斜都可以。"],
      turn: ["X 先行。雙方輪流在自己認為空著的一格放一個記號。", "若那一格已有對方的記號，這次嘗試被拒：行棋者從此看得見那個記號，並再試另一格。對方只知道有一次嘗試被拒，不知道在哪一格。"],
      end: ["先連成三個者立即獲勝。棋盤放滿而無人連成，為和棋。", "終局時公開所有記號和每次嘗試的次序。"],
      here: ["被拒的嘗試只花時間，別無損失。著法會透露消息，因此不能悔棋。", "觀眾只看得見有幾個記號、哪些嘗試被拒；記號終局時才公開。", "嘗試寫作所在的格：先寫直行 a 到 c（從左數），再寫橫列 1 到 3（從下數）。正中是 `b2`。"],
    },
  },
};
