/** The rules of xiangqi. */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "turn",
      position: "3k5/9/9/9/4P4/4N4/9/9/9/5K3 w - - 0 1",
      from: "e4",
      to: ["c3", "c5", "d2", "f2", "g3", "g5"],
      caption: {
        en: "The horse on e4. The soldier in front of it blocks its leg: it cannot go to d6 or f6.",
        "zh-Hans": "马的走法。前面的兵绊住马腿，所以不能向前跳。",
        "zh-Hant": "傌的走法。前面的兵絆住馬腿，所以不能向前跳。",
      },
    },
    {
      section: "turn",
      position: "3k5/4n4/9/9/9/4P4/9/4C4/9/5K3 w - - 0 1",
      from: "e2",
      to: ["a2", "b2", "c2", "d2", "e0", "e1", "e3", "e8", "f2", "g2", "h2", "i2"],
      caption: {
        en: "The cannon on e2 moves in straight lines. It captures the horse on e8 by jumping over the soldier.",
        "zh-Hans": "炮走直线；隔着兵可以吃掉对方的马。",
        "zh-Hant": "炮走直線；隔著兵可以吃掉對方的馬。",
      },
    },
    {
      section: "turn",
      position: "3k5/9/9/2P6/9/9/9/9/9/5K3 w - - 0 1",
      from: "c6",
      to: ["b6", "c7", "d6"],
      caption: {
        en: "A soldier that has crossed the river goes forward or to the side.",
        "zh-Hans": "过河的兵可以向前，也可以向左右走。",
        "zh-Hant": "過河的兵可以向前，也可以向左右走。",
      },
    },
  ],
  texts: {
    en: {
      hints: ["Pieces stand where lines cross. Attack the enemy general so that it cannot escape. Choose a piece, then a dot."],
      goal: ["Mate the enemy general, or leave the other side without a legal move."],
      turn: [
        "Red begins. A turn is a move of one piece along the points where lines cross, to an empty one or onto an enemy piece, which is captured. No move may leave one's own general attacked.",
        "The general goes one point straight and stays in its palace, the nine points with the diagonals. The generals may not face each other on a file with nothing between them. The adviser goes one point diagonally and stays in the palace too.",
        "The elephant goes exactly two points diagonally, if the point between is empty, and never crosses the river. The horse goes one point straight and then one diagonally outwards, if the first of these points is empty.",
        "The chariot goes any distance straight. The cannon moves like it, but captures by jumping over exactly one piece of either side. The soldier goes one point forward, and beyond the river also one to the side; never back.",
      ],
      end: [
        "A side without a legal move loses, in check or not.",
        "When a position comes up for the third time, a side that has given check with every move since the first time loses; otherwise, or if both have, it is a draw.",
        "It is also a draw after 120 plies (60 by each side) without a capture; when neither side has a piece left that can cross the river; and by agreement.",
      ],
      here: [
        "These rules apply at once; nobody has to claim them. Setting: the draw without a capture after 120 plies (60 by each side) or after 60 (30 by each side).",
        "A move is written with two points: the file a to i from red's left, then the rank 0 to 9 from red's side, as in `h2e2`. In Chinese the page shows `炮二平五`. You may type either, or `C2=5`.",
      ],
    },
    "zh-Hans": {
      hints: ["棋子走在交叉点上。将死对方的将帅即胜。先点棋子，再点圆点。"],
      goal: ["将死对方的将帅，或困毙对方，使其无子可走。"],
      turn: [
        "红方先行。每步走一子，从一个交叉点到空点，或到对方棋子所在的点并吃掉它。走完后自己的将帅不能受攻击。",
        "将（帅）直走一格，不出九宫；两个将帅不能在同一直线上照面。士（仕）斜走一格，也不出九宫。",
        "象（相）斜走两格，中间的点（象眼）有子则不能走，不过河。马先直走一格再斜走一格，直走的那一点有子（绊马腿）则不能走。",
        "车直走，距离不限。炮的走法与车相同，但吃子时必须恰好隔一子，哪一方的都行。卒（兵）每次向前一格，过河后也可向左右走一格，不能后退。",
      ],
      end: ["无子可走的一方负：被将军时为将死，否则为困毙。", "同一局面第三次出现时，从第一次起步步将军的一方（长将）负；双方都是或都不是，为和棋。", "以下也是和棋：双方合计 120 步（60 回合）没有吃子；双方都没有能过河的子；双方同意。"],
      here: ["这些规定立即生效，无须申请。可选设置：未吃子判和的步数，双方合计 120 步（60 回合）或 60 步（30 回合）。", "本页用中文记谱，如 `炮二平五`，可以这样键入，也可以写 `C2=5`，或写两个点：先写直线 a 到 i（从红方左边数），再写横线 0 到 9（从红方底线数），如 `h2e2`。"],
    },
    "zh-Hant": {
      hints: ["棋子走在交叉點上。將死對方的將帥即勝。先點棋子，再點圓點。"],
      goal: ["將死對方的將帥，或困斃對方，使其無子可走。"],
      turn: [
        "紅方先行。每步走一子，從一個交叉點到空點，或到對方棋子所在的點並吃掉它。走完後自己的將帥不能受攻擊。",
        "將（帥）直走一格，不出九宮；兩個將帥不能在同一直線上照面。士（仕）斜走一格，也不出九宮。",
        "象（相）斜走兩格，中間的點（象眼）有子則不能走，不過河。馬（傌）先直走一格再斜走一格，直走的那一點有子（絆馬腿）則不能走。",
        "車（俥）直走，距離不限。砲（炮）的走法與車相同，但吃子時必須恰好隔一子，哪一方的都行。卒（兵）每次向前一格，過河後也可向左右走一格，不能後退。",
      ],
      end: ["無子可走的一方負：被將軍時為將死，否則為困斃。", "同一局面第三次出現時，從第一次起步步將軍的一方（長將）負；雙方都是或都不是，為和棋。", "以下也是和棋：雙方合計 120 步（60 回合）沒有吃子；雙方都沒有能過河的子；雙方同意。"],
      here: ["這些規定立即生效，無須申請。可選設定：未吃子判和的步數，雙方合計 120 步（60 回合）或 60 步（30 回合）。", "本頁用中文記譜，如 `炮二平五`，可以這樣鍵入，也可以寫 `C2=5`，或寫兩個點：先寫直線 a 到 i（從紅方左邊數），再寫橫線 0 到 9（從紅方底線數），如 `h2e2`。"],
    },
  },
};
