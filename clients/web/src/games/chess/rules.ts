/** The rules of chess. */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "turn",
      position: "4k3/7p/8/8/3N4/8/7P/4K3 w - - 0 1",
      from: "d4",
      to: ["b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"],
      caption: { en: "The knight's moves.", "zh-Hans": "马的走法。", "zh-Hant": "騎士的走法。" },
    },
    {
      section: "turn",
      position: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
      from: "e1",
      to: ["c1", "d1", "d2", "e2", "f1", "f2", "g1"],
      caption: {
        en: "White's king may also castle: to g1, the rook goes to f1, or to c1, the rook goes to d1.",
        "zh-Hans": "白王还可以易位：王到 g1，车到 f1；或王到 c1，车到 d1。",
        "zh-Hant": "白王還可以入堡：王到 g1，城堡到 f1；或王到 c1，城堡到 d1。",
      },
    },
    {
      section: "turn",
      position: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
      from: "e5",
      to: ["d6", "e6"],
      caption: {
        en: "Black's pawn has just gone from d7 to d5. White may take it en passant, by going to d6.",
        "zh-Hans": "黑兵刚从 d7 走到 d5。白兵可以走到 d6，吃掉这个过路兵。",
        "zh-Hant": "黑兵剛從 d7 走到 d5。白兵可以走到 d6，吃掉這個過路兵。",
      },
    },
    {
      section: "end",
      position: "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
      caption: {
        en: "Mate: the rook attacks the king, which has no square to go to.",
        "zh-Hans": "将死：白车攻击黑王，黑王无处可逃。",
        "zh-Hant": "將死：白方城堡攻擊黑王，黑王無處可逃。",
      },
    },
  ],
  texts: {
    en: {
      hints: [],
      goal: ["Mate the enemy king: attack it so that no move can save it. The king itself is never captured."],
      turn: [
        "White begins. A turn is a move of one piece to an empty square or onto an enemy piece, which is captured. Only the knight jumps over others. No move may leave one's own king attacked, which is called in check.",
        "The king goes one square in any direction. The rook goes any distance along rank or file, the bishop along a diagonal, the queen like either. The knight goes two squares straight and one to the side.",
        "The pawn goes one square forward, or two from where it starts. It captures one square diagonally forward. It may take a pawn that has just gone two squares as if that had gone one: en passant. On the last rank it becomes a queen, rook, bishop or knight.",
        "Castling: the king goes two squares towards a rook, and the rook to its other side. Neither may have moved before, nothing may stand between them, and the king may not be in check, nor cross or reach an attacked square.",
      ],
      end: [
        "Mate wins. A side that is not in check but has no legal move is stalemated: a draw.",
        "It is also a draw when a position comes up for the third time, after fifty moves of each side without a capture or a pawn's move, when neither side has the material to mate, and by agreement.",
      ],
      here: [
        "These draws come at once; nobody has to claim them. Whose time runs out loses, unless the other side has not the material to mate: then it is a draw.",
        "The list of moves shows `Nf3`, `exd5`, `O-O`, `e8=Q`. You may type that, or the squares from and to: `g1f3`; castling is then the king's move, `e1g1`, and a promotion ends with the letter of the new piece, `e7e8q`.",
        "Chess960: the pieces of the first ranks begin in one of 960 orders, the same for both sides, with the king between the rooks and the bishops on squares of different colours. Each order has a number, 0 to 959; 518 is the classical one. Without a number it is drawn when all are ready. Castling ends as in classical chess, with the king on g1 and the rook on f1, or on c1 and d1 (Black: on the eighth rank). All squares between the old and the new places must be empty but for the two pieces. Click the king, then the rook; typed, it is `f1h1`, the squares of both.",
      ],
    },
    "zh-Hans": {
      hints: [],
      goal: ["将死对方的王：攻击它，使对方无论怎么走都救不了。王本身不会被吃掉。"],
      turn: [
        "白方先行。每步走一子，到空格，或到对方棋子所在的格并吃掉它。只有马能越子。走完后自己的王不能受攻击（被将军）。",
        "王每次走一格，方向不限。车沿横线、直线走任意格，象沿斜线，后兼有二者。马先直走两格，再横走一格。",
        "兵向前走一格，在起始位置可走两格；吃子时向斜前方走一格。对方的兵刚走了两格，可以当它只走一格来吃，叫吃过路兵。兵到底线时，升变为后、车、象或马。",
        "王车易位：王向车走两格，车移到王的另一侧。条件是王和车都没有走过，中间没有棋子，王没有被将军，也不经过或到达受攻击的格。",
      ],
      end: ["将死即胜。没有被将军却无子可动，为逼和。", "以下也是和棋：同一局面第三次出现；双方各走五十步，没有吃子也没有动兵；双方的子力都不足以将死；双方同意。"],
      here: [
        "这些和棋立即生效，无须申请。超时者负；但对方子力不足以将死时为和棋。",
        "着法列表写作 `Nf3`、`exd5`、`O-O`、`e8=Q`。可以这样键入，也可以键入起点和终点的格，如 `g1f3`；这时易位写王的走法 `e1g1`，升变在末尾写新棋子的字母 `e7e8q`。",
        "Chess960（菲舍尔任意制）：底线棋子有 960 种排法，双方相同，王在两车之间，两象异色格。每种排法有编号 0 至 959，518 是传统排法。不指定编号时，在双方就绪后抽签。易位的结果与传统国际象棋相同：王到 g1、车到 f1，或王到 c1、车到 d1（黑方在第八横线）；新旧位置之间除这两子外必须全空。先点王，再点车；键入时写两子所在的格，如 `f1h1`。",
      ],
    },
    "zh-Hant": {
      hints: [],
      goal: ["將死對方的王：攻擊它，使對方無論怎麼走都救不了。王本身不會被吃掉。"],
      turn: [
        "白方先行。每步走一子，到空格，或到對方棋子所在的格並吃掉它。只有騎士能越子。走完後自己的王不能受攻擊（被將軍）。",
        "王每次走一格，方向不限。城堡沿橫線、直線走任意格，主教沿斜線，后兼有二者。騎士先直走兩格，再橫走一格。",
        "兵向前走一格，在起始位置可走兩格；吃子時向斜前方走一格。對方的兵剛走了兩格，可以當它只走一格來吃，叫吃過路兵。兵到底線時，升變為后、城堡、主教或騎士。",
        "入堡：王向城堡走兩格，城堡移到王的另一側。條件是王和城堡都沒有走過，中間沒有棋子，王沒有被將軍，也不經過或到達受攻擊的格。",
      ],
      end: ["將死即勝。沒有被將軍卻無子可動，為逼和。", "以下也是和棋：同一局面第三次出現；雙方各走五十步，沒有吃子也沒有動兵；雙方的子力都不足以將死；雙方同意。"],
      here: [
        "這些和棋立即生效，無須申請。超時者負；但對方子力不足以將死時為和棋。",
        "著法列表寫作 `Nf3`、`exd5`、`O-O`、`e8=Q`。可以這樣鍵入，也可以鍵入起點和終點的格，如 `g1f3`；這時入堡寫王的走法 `e1g1`，升變在末尾寫新棋子的字母 `e7e8q`。",
        "Chess960（費雪任意制）：底線棋子有 960 種排法，雙方相同，王在兩城堡之間，兩主教異色格。每種排法有編號 0 至 959，518 是傳統排法。不指定編號時，在雙方就緒後抽籤。入堡的結果與傳統西洋棋相同：王到 g1、城堡到 f1，或王到 c1、城堡到 d1（黑方在第八橫線）；新舊位置之間除這兩子外必須全空。先點王，再點城堡；鍵入時寫兩子所在的格，如 `f1h1`。",
      ],
    },
  },
};
