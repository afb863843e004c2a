/** The rules of Go. */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "turn",
      position: "9/9/9/4x4/3xo4/4x4/9/9/9 x - 0 0,0",
      marked: ["F5"],
      caption: {
        en: "The white stone has one liberty left, F5. If black plays there, the stone is captured.",
        "zh-Hans": "白子只剩一气，在 F5。黑方下在那里，就提掉它。",
        "zh-Hant": "白子只剩一氣，在 F5。黑方下在那裡，就提掉它。",
      },
    },
    {
      section: "turn",
      position: "9/9/9/3xo4/2x1xo3/3xo4/9/9/9 o D5 0 0,1",
      marked: ["D5"],
      caption: {
        en: "A ko: black has just captured a stone on D5. White may not take back at once and first plays elsewhere.",
        "zh-Hans": "劫：黑方刚在 D5 提了一子。白方不能马上提回，须先在别处下一手。",
        "zh-Hant": "劫：黑方剛在 D5 提了一子。白方不能馬上提回，須先在別處下一手。",
      },
    },
    {
      section: "end",
      position: "4xo3/4xo3/4xo3/4xo3/4xo1X1/4xo3/4xo3/4xo3/4xo3 x - 2 0,0 x -",
      marked: ["H5"],
      caption: {
        en: "After two passes the black stone on H5 has been marked dead. Without it all of the right side is white's.",
        "zh-Hans": "双方停手后，H5 的黑子被标记为死子。去掉它，右边全是白方的。",
        "zh-Hant": "雙方停手後，H5 的黑子被標記為死子。去掉它，右邊全是白方的。",
      },
    },
  ],
  texts: {
    en: {
      hints: ["Put a stone on any crossing of the lines. Begin near the corners, where territory is made with the fewest stones."],
      goal: ["Own more of the board than the other side: your stones on it, and the empty points that only your stones surround."],
      turn: [
        "Black begins. Put a stone on an empty point, or pass. Stones do not move.",
        "Stones of one colour that are joined along the lines are a chain. The empty points beside it are its liberties. A chain without liberties is captured and taken off the board.",
        "You may not take your own last liberty unless the move captures. Nor may a move repeat any earlier board; the usual case is the ko.",
      ],
      end: [
        "After two passes in a row the dead stones are marked, in turns that cost no time and last 60 seconds at most. Choose a group to mark it or to undo that; when both sides are done with the same marking, the game is over.",
        "Who disagrees plays on, and captures what is dead. After the next two passes the board is scored as it stands.",
        "Stones and surrounded points are counted, without the dead stones. White adds the komi. Points beside both colours are nobody's.",
      ],
      here: [
        "Settings: boards from 5×5 to 19×19; the komi, by default 7 on 9×9, 7.5 on others, and 0.5 with a handicap; a handicap of 2 to 9 black stones on fixed points, after which white begins; and whether dead stones are marked.",
        "A move is written as its point: a letter (without I) and the row from the bottom, as `D4`. Other moves are `pass`, `dead D4`, `done` and `resume`.",
      ],
    },
    "zh-Hans": {
      hints: ["在任意交叉点下一子。先下角上，那里围地用子最少。"],
      goal: ["占有比对方更多的棋盘：盘上自己的棋子，加上只被自己棋子围住的空点。"],
      turn: [
        "黑方先行。在空点下一子，或停一手。棋子下后不动。",
        "沿线相连的同色棋子是一块。旁边的空点是它的气。没有气的棋子被提掉，离开棋盘。",
        "不能下自己无气的棋，除非这一手提掉对方的子。也不能使全盘回到以前的局面，最常见的是劫。",
      ],
      end: [
        "双方接连停手后标记死子，不计用时，每次最多 60 秒。点一块棋作标记或取消；双方对同一标记都选完成，即终局。",
        "不同意就继续下，把死子提掉。下一次双方停手后，按盘上的样子计分。",
        "去掉死子，数棋子和围住的空点。白方加贴目。与双方都相邻的空点不计。",
      ],
      here: [
        "可选设置：5×5 到 19×19 的棋盘；贴目，9×9 为 7，其他为 7.5，让子棋为 0.5；让 2 到 9 子，黑子放在固定的点，白方先行；以及是否标记死子。",
        "着法写作所在的点：字母（不用 I），再写行（下起 1），如 `D4`。其他着法是 `pass`、`dead D4`、`done` 和 `resume`。",
      ],
    },
    "zh-Hant": {
      hints: ["在任意交叉點下一子。先下角上，那裡圍地用子最少。"],
      goal: ["佔有比對方更多的棋盤：盤上自己的棋子，加上只被自己棋子圍住的空點。"],
      turn: [
        "黑方先行。在空點下一子，或停一手。棋子下後不動。",
        "沿線相連的同色棋子是一塊。旁邊的空點是它的氣。沒有氣的棋子被提掉，離開棋盤。",
        "不能下自己無氣的棋，除非這一手提掉對方的子。也不能使全盤回到以前的局面，最常見的是劫。",
      ],
      end: [
        "雙方接連停手後標記死子，不計用時，每次最多 60 秒。點一塊棋作標記或取消；雙方對同一標記都選完成，即終局。",
        "不同意就繼續下，把死子提掉。下一次雙方停手後，按盤上的樣子計分。",
        "去掉死子，數棋子和圍住的空點。白方加貼目。與雙方都相鄰的空點不計。",
      ],
      here: [
        "可選設定：5×5 到 19×19 的棋盤；貼目，9×9 為 7，其他為 7.5，讓子棋為 0.5；讓 2 到 9 子，黑子放在固定的點，白方先行；以及是否標記死子。",
        "著法寫作所在的點：字母（不用 I），再寫行（下起 1），如 `D4`。其他著法是 `pass`、`dead D4`、`done` 和 `resume`。",
      ],
    },
  },
};
