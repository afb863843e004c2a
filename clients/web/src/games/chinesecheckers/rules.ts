/** The rules of Chinese checkers. */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "goal",
      position: "1/2/3/4/13/12/11/10/9/10/3BBBB4/3BBBBBB3/13/AAAA/AAA/AA/A 1 90 0 -",
      marked: ["n1", "n2", "n3", "n4", "o1", "o2", "o3", "p1", "p2", "q1"],
      caption: {
        en: "Blue, which started at the bottom, has filled the point at the top and wins.",
        "zh-Hans": "蓝方从下方出发，已占满上方的角，获胜。",
        "zh-Hant": "藍方從下方出發，已佔滿上方的角，獲勝。",
      },
    },
    {
      section: "turn",
      position: "1/AA/AAA/AA2/13/5A6/5A5/5A4/4B4/10/11/12/13/BBBB/BBB/BB/1 0 12 - -",
      from: "f6",
      to: ["e6", "e7", "f5", "f7", "g5"],
      caption: {
        en: "The peg on f6 may step to any of its five empty neighbours.",
        "zh-Hans": "f6 上的棋子可走到五个相邻的空位。",
        "zh-Hant": "f6 上的棋子可走到五個相鄰的空位。",
      },
    },
    {
      section: "turn",
      position: "1/AA/AAA/AA2/13/5A6/5A5/5A4/4B4/10/11/12/13/BBBB/BBB/BB/1 0 12 - -",
      marked: ["g6", "i6", "i4"],
      caption: {
        en: "The peg on g6 hops over h6 to i6, and may go on in the same turn over i5 to i4.",
        "zh-Hans": "g6 上的棋子跳过 h6 到 i6，同一步还可跳过 i5 到 i4。",
        "zh-Hant": "g6 上的棋子跳過 h6 到 i6，同一步還可跳過 i5 到 i4。",
      },
    },
  ],
  texts: {
    en: {
      hints: ["Bring your ten pegs into the point opposite. Choose a peg, then a dot: hops over single pegs take it far."],
      goal: ["Two, three, four or six players have ten pegs each, in a point of the star. Be the first to fill the point opposite with them."],
      turn: [
        "In turn, each player moves one peg. It goes one step to an empty neighbour, in any of the six directions.",
        "Or it hops: over one peg next to it, anybody's, to the empty cell right behind. From there it may hop on in the same turn, as often as it can, in any direction. Nothing is captured.",
        "A peg may pass through another player's home or goal, but its move may not end there. A player without a move passes.",
      ],
      end: [
        "A player who has filled the opposite point is finished; the others play on, until one is left. The first scores 1, the last 0, and those between them evenly spaced scores.",
        "With three players or more a point also counts as filled when others' pegs stand in it, if every cell is taken and one of them by a peg of its own player. So nobody can block by staying.",
        "With two players all ten pegs must be one's own. But from the 61st move of the game on, a player who can take a peg out of home must do so.",
        "The game also ends when a position occurs for the third time, or after 400 times as many moves as there are players, all moves counted together. Then those who have not filled their goal rank by the steps that their pegs still have to go.",
      ],
      here: [
        "Three players take every second point; four leave two opposite ones free, which anybody may use.",
        "With three players or more, the others play on when one resigns or runs out of time. That player ranks last, and the pegs come off the board; those of a player who is finished stay.",
        "A move names each cell on which the peg lands: `e4-g4-i4`. Rows are a to q from the first player's tip; typing the first and the last cell is enough.",
      ],
    },
    "zh-Hans": {
      hints: ["把你的十枚棋子走进对面的角。先点棋子，再点圆点：隔一子连跳可以走得很远。"],
      goal: ["二、三、四或六人对局，每人十枚棋子，各占星形的一角。最先占满对面的角者胜。"],
      turn: [
        "轮流走，每次走一枚。可以向六个方向之一走一步，到相邻的空位。",
        "也可以跳：越过相邻的一枚棋子（不论是谁的），落在它紧后面的空位。落下后同一步里可以继续跳，方向、次数不限。没有吃子。",
        "棋子可以经过别人的出发区或目标区，但不能停在那里。无子可走时停一手。",
      ],
      end: [
        "占满对面的角即完成，其余的人继续，直到只剩一人。第一名得 1 分，最后一名 0 分，中间均分递减。",
        "三人以上时，目标区的每一格都有棋子，其中至少一枚是自己的，也算占满。所以谁也不能赖着不走来阻挡。",
        "两人时必须十枚全是自己的。但从全局第 61 步起，能把棋子走出出发区的必须走出。",
        "同一局面第三次出现，或总步数达到人数的四百倍，对局也结束。未完成的人按棋子还需的步数排名。",
      ],
      here: [
        "三人隔一角坐一人；四人空出相对的两角，空角谁都可以用。",
        "三人以上时，有人认输或超时，其余的人继续；离开者排在最后，其棋子移出棋盘。已完成者的棋子留在原处。",
        "着法写出每次落下的格：`e4-g4-i4`。从第一家的角尖起，各行为 a 到 q；输入首尾两格即可。",
      ],
    },
    "zh-Hant": {
      hints: ["把你的十枚棋子走進對面的角。先點棋子，再點圓點：隔一子連跳可以走得很遠。"],
      goal: ["二、三、四或六人對局，每人十枚棋子，各佔星形的一角。最先佔滿對面的角者勝。"],
      turn: [
        "輪流走，每次走一枚。可以向六個方向之一走一步，到相鄰的空位。",
        "也可以跳：越過相鄰的一枚棋子（不論是誰的），落在它緊後面的空位。落下後同一步裡可以繼續跳，方向、次數不限。沒有吃子。",
        "棋子可以經過別人的出發區或目標區，但不能停在那裡。無子可走時停一手。",
      ],
      end: [
        "佔滿對面的角即完成，其餘的人繼續，直到只剩一人。第一名得 1 分，最後一名 0 分，中間均分遞減。",
        "三人以上時，目標區的每一格都有棋子，其中至少一枚是自己的，也算佔滿。所以誰也不能賴著不走來阻擋。",
        "兩人時必須十枚全是自己的。但從全局第 61 步起，能把棋子走出出發區的必須走出。",
        "同一局面第三次出現，或總步數達到人數的四百倍，對局也結束。未完成的人按棋子還需的步數排名。",
      ],
      here: [
        "三人隔一角坐一人；四人空出相對的兩角，空角誰都可以用。",
        "三人以上時，有人認輸或超時，其餘的人繼續；離開者排在最後，其棋子移出棋盤。已完成者的棋子留在原處。",
        "著法寫出每次落下的格：`e4-g4-i4`。從第一家的角尖起，各行為 a 到 q；輸入首尾兩格即可。",
      ],
    },
  },
};
