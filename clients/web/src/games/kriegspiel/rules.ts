/** The rules of Kriegspiel. */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "turn",
      position: "8/8/8/8/4P3/8/PPPP1PPP/RNBQKBNR[????????????????] w KQ? ? ? 2 0+0/0+0 - - t -",
      from: "e4",
      to: ["d5", "e5", "f5"],
      caption: {
        en: "What White sees. The umpire has said that White can capture with a pawn, so the pawn may also try d5 and f5.",
        "zh-Hans": "白方所见。裁判说白方可以用兵吃子，所以这个兵也可以试 d5 和 f5。",
        "zh-Hant": "白方所見。裁判說白方可以用兵吃子，所以這個兵也可以試 d5 和 f5。",
      },
    },
    {
      section: "turn",
      position: "8/8/8/8/8/8/8/R3K3[?????] w ? ? ? 40 8+6/6+5 - - - a1a8",
      from: "a1",
      to: ["a2", "a3", "a4", "a5", "a6", "a7", "b1", "c1", "d1"],
      caption: {
        en: "The rook's try to go to a8 was refused: something stands in its way. Any other move may be tried.",
        "zh-Hans": "车试走 a8 被拒：路上有子。其他着法都可以试。",
        "zh-Hant": "城堡試走 a8 被拒：路上有子。其他著法都可以試。",
      },
    },
    {
      section: "turn",
      position: "8/8/8/8/8/8/5PPP/6K1[????] w ? ? ? 41 5+7/7+5 - r - -",
      caption: {
        en: "The umpire has called a check on the rank: a rook or a queen stands somewhere beside White's king.",
        "zh-Hans": "裁判报：横线将军。白王旁边的横线上有一个车或后。",
        "zh-Hant": "裁判報：橫線將軍。白王旁邊的橫線上有一個城堡或后。",
      },
    },
    {
      section: "end",
      position: "R5k1/5ppp/8/8/8/8/8/6K1 b - - 4 41 8+6/5+7 - r - -",
      caption: {
        en: "Mate: the game is over, and all men are shown.",
        "zh-Hans": "将死：对局结束，所有棋子公开。",
        "zh-Hant": "將死：對局結束，所有棋子公開。",
      },
    },
  ],
  texts: {
    en: {
      hints: ["You see your own men only. Try a move: if it is illegal on the real board, you are told and try another."],
      goal: ["Mate the enemy king, as in chess, on a board on which you see your own men only. An umpire, the server, knows the whole board."],
      turn: [
        "The men move as in chess. In turn, each side tries a move. If it is illegal on the real board, since a hidden man stands in the way or the king would be attacked, it is refused, and the same side tries another. Both sides are told that a try was refused; only its maker knows which.",
        "After each move the umpire calls out to both sides, by the rules that were played in Cincinnati. A capture: its square, whether a pawn or a piece is gone, and whether it was taken en passant. A check: on the file, the rank, the long or the short diagonal as seen from the king, or by a knight. And whether the side to move can capture with a pawn.",
        "Only when the umpire has said so may pawns try to capture. What a pawn becomes on the last rank is not said, nor that there was a promotion.",
      ],
      end: [
        "Mate wins, stalemate draws. It is also a draw after fifty moves of each side without a capture or a pawn's move, which only the umpire can count, and when neither side has the material to mate.",
        "A repeated position is no draw, since neither side could know of it. After the end all men and all tries are shown.",
      ],
      here: [
        "A refused try costs nothing but time. A move cannot be taken back, since it has shown something. A side whose time runs out loses, unless the other lacks the material to mate: then it is a draw.",
        "Spectators see no men before the end, and hear the umpire.",
        "A move is written by its squares, `g1f3`; castling is the king's move, `e1g1`, and a promotion ends with the letter of the new piece, `e7e8q`.",
      ],
    },
    "zh-Hans": {
      hints: ["你只看得见自己的棋子。请试一步：若在真实的棋盘上不合法，会告诉你，你再试一步。"],
      goal: ["与国际象棋一样，将死对方的王；但棋盘上只看得见自己的棋子。裁判（服务器）知道整个棋盘。这种棋原名 Kriegspiel。"],
      turn: [
        "棋子的走法与国际象棋相同。双方轮流试走一步。若在真实的棋盘上不合法（路上有看不见的棋子，或自己的王会受攻击），则被拒，同一方再试。双方都知道有一次尝试被拒，只有尝试的一方知道是哪一步。",
        "每步之后，裁判向双方报告（采用辛辛那提的规则）：吃子，报所在的格，失去的是兵还是子，是否吃过路兵；将军，报直线、横线、长斜线或短斜线（从王看），或马；以及轮走的一方能否用兵吃子。",
        "裁判说可以时，兵才可以试着吃子。升变不报，变成什么也不报。",
      ],
      end: ["将死即胜，逼和为和棋。双方各走五十步没有吃子也没有动兵（只有裁判数得出），或双方的子力都不足以将死，也是和棋。", "局面重复不算和棋，因为双方都无从知道。终局时公开所有棋子和每次尝试。"],
      here: [
        "被拒的尝试只花时间，别无损失。着法会透露消息，因此不能悔棋。超时者负；但对方子力不足以将死时为和棋。",
        "观众在终局前看不见棋子，只听得到裁判的报告。",
        "着法写起点和终点的格，如 `g1f3`；易位写王的走法 `e1g1`，升变在末尾写新棋子的字母 `e7e8q`。",
      ],
    },
    "zh-Hant": {
      hints: ["你只看得見自己的棋子。請試一步：若在真實的棋盤上不合法，會告訴你，你再試一步。"],
      goal: ["與西洋棋一樣，將死對方的王；但棋盤上只看得見自己的棋子。裁判（伺服器）知道整個棋盤。這種棋原名 Kriegspiel。"],
      turn: [
        "棋子的走法與西洋棋相同。雙方輪流試走一步。若在真實的棋盤上不合法（路上有看不見的棋子，或自己的王會受攻擊），則被拒，同一方再試。雙方都知道有一次嘗試被拒，只有嘗試的一方知道是哪一步。",
        "每步之後，裁判向雙方報告（採用辛辛那提的規則）：吃子，報所在的格，失去的是兵還是子，是否吃過路兵；將軍，報直線、橫線、長斜線或短斜線（從王看），或騎士；以及輪走的一方能否用兵吃子。",
        "裁判說可以時，兵才可以試著吃子。升變不報，變成什麼也不報。",
      ],
      end: ["將死即勝，逼和為和棋。雙方各走五十步沒有吃子也沒有動兵（只有裁判數得出），或雙方的子力都不足以將死，也是和棋。", "局面重複不算和棋，因為雙方都無從知道。終局時公開所有棋子和每次嘗試。"],
      here: [
        "被拒的嘗試只花時間，別無損失。著法會透露消息，因此不能悔棋。超時者負；但對方子力不足以將死時為和棋。",
        "觀眾在終局前看不見棋子，只聽得到裁判的報告。",
        "著法寫起點和終點的格，如 `g1f3`；入堡寫王的走法 `e1g1`，升變在末尾寫新棋子的字母 `e7e8q`。",
      ],
    },
  },
};
