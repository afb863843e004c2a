/** The rules of Go. */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "turn",
      position: "9/9/9/4x4/3xox3/9/9/9/9 x - 0 0,0",
      marked: ["E4"],
      caption: {
        en: "White's stone on E5 has one liberty left. Black takes it by playing on E4.",
        "zh-Hans": "E5 的白子只剩一口气。黑下 E4 即可提掉。",
        "zh-Hant": "E5 的白子只剩一口氣。黑下 E4 即可提掉。",
      },
    },
    {
      section: "turn",
      position: "9/9/9/9/9/9/oooo5/xxxxo4/1x1xo4 o - 0 0,0",
      marked: ["A1", "C1"],
      caption: {
        en: "Black's group lives: it has two eyes, A1 and C1, and White may not play on either.",
        "zh-Hans": "这块黑棋有 A1、C1 两个眼，白不能下在其中，所以是活棋。",
        "zh-Hant": "這塊黑棋有 A1、C1 兩個眼，白不能下在其中，所以是活棋。",
      },
    },
    {
      section: "turn",
      position: "9/9/9/3xo4/2xo1o3/3xo4/9/9/9 x E5 0 1,0",
      caption: {
        en: "Ko: White has just taken a stone by playing on D5. Black may not take back on E5 at once.",
        "zh-Hans": "打劫：白刚下 D5 提了一子。黑不能立即在 E5 提回。",
        "zh-Hant": "打劫：白剛下 D5 提了一子。黑不能立即在 E5 提回。",
      },
    },
    {
      section: "end",
      position: "4xo3/4xo3/4xo3/4xo3/1O2xo3/4xo3/4xo3/4xo3/4xo3 x - 2 0,0 x -",
      caption: {
        en: "The stone on B5 is marked as dead. Black has 45 points, White 36 and 7 of komi: Black wins by 2.",
        "zh-Hans": "B5 的白子标为死子。黑 45 子，白 36 子，贴 7 目：黑胜 2 目。",
        "zh-Hant": "B5 的白子標為死子。黑 45 子，白 36 子，貼 7 目：黑勝 2 目。",
      },
    },
  ],
  texts: {
    en: {
      hints: ["Surround more of the board than the other side: corners first, then sides, then the middle. Choose a point."],
      goal: ["Hold more of the board at the end: your stones, and the empty points that only they surround."],
      turn: [
        "Black begins. Put a stone on any empty point, or pass. Stones never move.",
        "The empty points next to a stone are its liberties. Stones of one colour that touch along the lines form a group and share their liberties.",
        "A group without a liberty is taken off the board. Your move first takes groups of the other side; a move after which your own group would have no liberty is not allowed.",
        "Ko: no board may come back. A side that could take a single stone back at once has to play elsewhere first, and longer repetitions are forbidden in the same way (positional superko).",
      ],
      end: [
        "When both sides pass one after the other, dead stones are marked: those that could be taken anyway. The side to move begins, marks groups and agrees; the other side agrees or changes the marking. When both agree, marked stones are taken off.",
        "Each side counts its stones and the empty points that only they surround. Points that touch both colours count for nobody.",
        "White also gets komi for moving second: 7 points on 9×9, so that a draw is possible, and 7.5 on larger boards.",
        "If you do not agree, resume: play goes on, and after the next two passes all stones on the board count as alive. Marking costs no time; after 60 s a turn play goes on by itself.",
      ],
      here: [
        "Settings: boards of 9×9, 13×13, 19×19, 5×5 and 7×7; komi; and 2 to 9 handicap stones for Black. With a handicap White begins and komi is 0.5. Without marking, the board counts as it stands after two passes.",
        "A move is written as its point: the column from A at the left, without I, then the row from 1 at the bottom, as in `D4`. The word `pass` passes; `dead D4` marks a group, `done` agrees, `resume` goes on with play.",
      ],
    },
    "zh-Hans": {
      hints: ["围住比对方更多的地盘：先占角，再占边，后占中腹。请点一个交叉点。"],
      goal: ["终局时占有更多地盘：自己的活子，加上只由它们围住的空点。"],
      turn: [
        "黑方先行。在任一空交叉点上落子，或停一手。棋子落下后不再移动。",
        "与棋子直线相邻的空点是它的气。同色棋子沿线相连成为一块，气共用。",
        "无气的一块棋要提出盘外。落子后先提对方无气的棋；不能使自己的棋无气（禁止自杀）。",
        "打劫：不许重现同一盘面。单子不能立即提回，须先在别处下一手；更长的循环同样禁止（全局同形再现）。",
      ],
      end: [
        "双方接连各停一手后，标出死子，即终究会被提掉的棋子。轮到的一方先标并同意，对方同意或改动；双方同意后，标出的棋子拿掉。",
        "双方各数自己的子和只由自己围住的空点（数子法）。两色都相邻的空点不计。",
        "白方后行，得贴目：9×9 为 7 目，故可能和棋；更大的棋盘为 7.5 目。",
        "有异议就继续对局：之后双方再各停一手，盘上棋子都算活子。标死子不计时，每次超过 60 秒则自动继续对局。",
      ],
      here: [
        "可选设置：9×9、13×13、19×19、5×5、7×7 棋盘；贴目；让 2 至 9 子。让子时白方先行，贴 0.5 目。不标死子时，双方各停一手后按盘面数子。",
        "着法写作所在的点：先写列（左起 A，无 I），再写行（下起 1），如 `D4`。停一手写作 `pass`；`dead D4` 标一块死子，`done` 同意，`resume` 继续对局。",
      ],
    },
    "zh-Hant": {
      hints: ["圍住比對方更多的地盤：先佔角，再佔邊，後佔中腹。請點一個交叉點。"],
      goal: ["終局時佔有更多地盤：自己的活子，加上只由它們圍住的空點。"],
      turn: [
        "黑方先行。在任一空交叉點上落子，或停一手。棋子落下後不再移動。",
        "與棋子直線相鄰的空點是它的氣。同色棋子沿線相連成為一塊，氣共用。",
        "無氣的一塊棋要提出盤外。落子後先提對方無氣的棋；不能使自己的棋無氣（禁止自殺）。",
        "打劫：不許重現同一盤面。單子不能立即提回，須先在別處下一手；更長的循環同樣禁止（全局同形再現）。",
      ],
      end: [
        "雙方接連各停一手後，標出死子，即終究會被提掉的棋子。輪到的一方先標並同意，對方同意或改動；雙方同意後，標出的棋子拿掉。",
        "雙方各數自己的子和只由自己圍住的空點（數子法）。兩色都相鄰的空點不計。",
        "白方後行，得貼目：9×9 為 7 目，故可能和棋；更大的棋盤為 7.5 目。",
        "有異議就繼續對局：之後雙方再各停一手，盤上棋子都算活子。標死子不計時，每次超過 60 秒則自動繼續對局。",
      ],
      here: [
        "可選設定：9×9、13×13、19×19、5×5、7×7 棋盤；貼目；讓 2 至 9 子。讓子時白方先行，貼 0.5 目。不標死子時，雙方各停一手後按盤面數子。",
        "著法寫作所在的點：先寫直行（左起 A，無 I），再寫橫列（下起 1），如 `D4`。停一手寫作 `pass`；`dead D4` 標一塊死子，`done` 同意，`resume` 繼續對局。",
      ],
    },
  },
};
