/** The rules of backgammon. */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "turn",
      position: "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
      marked: ["8", "6", "5"],
      caption: {
        en: "The start. White goes from point 24 down to point 1, where it bears off. With 3 and 1 it may play 8/5 and 6/5.",
        "zh-Hans": "开局。白方从 24 点走向 1 点，再离盘。掷出 3 和 1，可走 8/5 和 6/5。",
        "zh-Hant": "開局。白方從 24 點走向 1 點，再離盤。擲出 3 和 1，可走 8/5 和 6/5。",
      },
    },
    {
      section: "turn",
      position: "XGID=-b----E-C---eE---c-e----AA:0:0:1:63:0:0:0:0:10",
      marked: ["22"],
      caption: {
        en: "White has a checker on the bar and has thrown 6 and 3. The 6 would enter on 19, which black holds; the 3 enters on 22.",
        "zh-Hans": "白方有一子在中杆上，掷出 6 和 3。用 6 要进 19 点，但那里被黑方占住；用 3 进 22 点。",
        "zh-Hant": "白方有一子在中桿上，擲出 6 和 3。用 6 要進 19 點，但那裡被黑方佔住；用 3 進 22 點。",
      },
    },
    {
      section: "turn",
      position: "XGID=-BB-CB-------------bb-c-c-:0:0:1:63:0:0:0:0:10",
      marked: ["5"],
      caption: {
        en: "White bears off. Its 6 takes a checker off from 5, its highest point; the 3 must be moved, from 5 or 4.",
        "zh-Hans": "白方离盘。6 从最高的 5 点拿走一子；3 只能在盘内走，从 5 点或 4 点走。",
        "zh-Hant": "白方離盤。6 從最高的 5 點拿走一子；3 只能在盤內走，從 5 點或 4 點走。",
      },
    },
  ],
  texts: {
    en: {
      hints: ["Move your checkers by the dice from high points to low ones, and then off the board. Choose a checker, then a dot."],
      goal: ["Bring your fifteen checkers into your home board, points 1 to 6, and then take them all off: bear them off."],
      turn: [
        "Each side throws one die, and the higher begins with both; equal dice are thrown again. From then on two dice are thrown each turn. Each die moves a checker by so many points, from high numbers to low ones; one checker may use both. A double is played four times.",
        "A checker may not land where two or more enemy checkers stand. A single one is hit and goes to the bar. A side with a checker on the bar must first bring it in, with a 1 on point 24, with a 6 on point 19.",
        "As many dice as possible must be played; if either one can be played but not both, the higher one. A side that can play none passes.",
        "Once all your checkers are at home, a die takes a checker off from its own point. If you have none there or higher, it takes one from your highest point.",
      ],
      end: [
        "The side that first has all fifteen off wins one point. It is a gammon, two points, if the other side has taken none off; a backgammon, three, if it then also has a checker on the bar or in the winner's home board. There are no draws.",
      ],
      here: [
        "Settings: a single game, or a match to 1 to 25 points; and the doubling cube, usually off.",
        "With the cube you may double the value of the game before your throw. The other side takes it, and alone may double next, or drops and loses the value before. The points of a win are multiplied by the value. In a match the game after a side has come within one point of winning is played without it.",
        "Two rules of single games with the cube: with the Jacoby rule gammons and backgammons count one point before the first double. With beavers the side that is doubled may double at once to twice as much and keep the cube; the other side takes that, or drops and loses the value of its own double.",
        "Points are numbered for the side to move. `13/7 8/7*` moves two checkers and hits on 7; others are `bar/20` and `6/off(2)`, the same move twice. `pass`, `roll`, `double`, `take`, `drop` and `beaver` are buttons on the page.",
      ],
    },
    "zh-Hans": {
      hints: ["按骰子把自己的棋子从大号点走向小号点，最后离盘。先点棋子，再点圆点。"],
      goal: ["把自己的十五子走进内盘（1 到 6 点），再全部拿出棋盘，叫离盘。"],
      turn: [
        "开局双方各掷一个骰子，大者用这两个骰子先行，相同则重掷。以后每回合掷两个。每个骰子让一子走那么多点，从大号走向小号；也可以用同一子走两次。两个相同时，走四次。",
        "有两个或更多对方棋子的点不能落下。只有一个对方棋子时，把它打到中杆上。中杆上有自己的子时，必须先进盘：1 进 24 点，6 进 19 点。",
        "能用的骰子要尽量用完；两个都能单独用、却不能都用时，必须用大的。都不能用时停一手。",
        "自己的子全部到内盘后，骰子可以把该点上的一子拿走。该点和更高的点都没有自己的子时，从最高的点拿走一子。",
      ],
      end: ["先拿完十五子的一方得一分。对方一子也没有拿走，为全胜，得两分；此时对方还有子在中杆上或在胜方内盘，为完胜，得三分。没有和棋。"],
      here: [
        "可选设置：单局，或先得 1 至 25 分的比赛；加倍骰，通常不用。",
        "用加倍骰时，掷骰前可以提出把本局分值加倍。对方接受，之后只有他能再加倍；或放弃，输掉加倍前的分值。胜方所得的分要乘以分值。比赛中，有一方离获胜只差一分后的下一局不用加倍骰。",
        "用加倍骰的单局还有两条可选规则。雅各比规则：还没有人加倍时，全胜、完胜也只算一分。反加倍：被加倍的一方可以立刻再加倍一次，骰子仍归自己；对方接受，或放弃并输掉自己加倍后的分值。",
        "点的号码按轮到走的一方来数。`13/7 8/7*` 走两子，在 7 点打掉一子；又如 `bar/20`，以及同样走两次的 `6/off(2)`。`pass`、`roll`、`double`、`take`、`drop`、`beaver` 在网页上是按钮。",
      ],
    },
    "zh-Hant": {
      hints: ["按骰子把自己的棋子從大號點走向小號點，最後離盤。先點棋子，再點圓點。"],
      goal: ["把自己的十五子走進內盤（1 到 6 點），再全部拿出棋盤，叫離盤。"],
      turn: [
        "開局雙方各擲一個骰子，大者用這兩個骰子先行，相同則重擲。以後每回合擲兩個。每個骰子讓一子走那麼多點，從大號走向小號；也可以用同一子走兩次。兩個相同時，走四次。",
        "有兩個或更多對方棋子的點不能落下。只有一個對方棋子時，把它打到中桿上。中桿上有自己的子時，必須先進盤：1 進 24 點，6 進 19 點。",
        "能用的骰子要盡量用完；兩個都能單獨用、卻不能都用時，必須用大的。都不能用時停一手。",
        "自己的子全部到內盤後，骰子可以把該點上的一子拿走。該點和更高的點都沒有自己的子時，從最高的點拿走一子。",
      ],
      end: ["先拿完十五子的一方得一分。對方一子也沒有拿走，為全勝，得兩分；此時對方還有子在中桿上或在勝方內盤，為完勝，得三分。沒有和棋。"],
      here: [
        "可選設定：單局，或先得 1 至 25 分的比賽；加倍骰，通常不用。",
        "用加倍骰時，擲骰前可以提出把本局分值加倍。對方接受，之後只有他能再加倍；或放棄，輸掉加倍前的分值。勝方所得的分要乘以分值。比賽中，有一方離獲勝只差一分後的下一局不用加倍骰。",
        "用加倍骰的單局還有兩條可選規則。雅各比規則：還沒有人加倍時，全勝、完勝也只算一分。反加倍：被加倍的一方可以立刻再加倍一次，骰子仍歸自己；對方接受，或放棄並輸掉自己加倍後的分值。",
        "點的號碼按輪到走的一方來數。`13/7 8/7*` 走兩子，在 7 點打掉一子；又如 `bar/20`，以及同樣走兩次的 `6/off(2)`。`pass`、`roll`、`double`、`take`、`drop`、`beaver` 在網頁上是按鈕。",
      ],
    },
  },
};
