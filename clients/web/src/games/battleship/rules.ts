/** The rules of battleship. */

import type { GameRules } from "../../texts/game-rules";

export const rules: GameRules = {
  pictures: [
    {
      section: "turn",
      position: "o????????????xxx??????o??????????????B?o????o??B?????????B????????oB?????o???o???o??????????????????/??????????????????????oBBBB???A?????????A???o?o???A???????x?Ao?????o??A???????o????????????????????? 1",
      marked: ["1 D3", "1 E3", "1 F3", "1 G3"],
      caption: {
        en: "What spectators see: misses, hits, and two ships that are sunk, one marked. Both fleets are hidden.",
        "zh-Hans": "观众所见：落空、命中，以及两艘沉船，其中一艘已标出。双方舰队都看不见。",
        "zh-Hant": "觀眾所見：落空、命中，以及兩艘沉船，其中一艘已標出。雙方艦隊都看不見。",
      },
    },
  ],
  texts: {
    en: {
      hints: ["Lay out your five ships: move and turn them, or take a random fleet. Then shoot at cells of the other side's waters."],
      goal: ["Sink all five ships of the other side before it sinks yours. You do not see where they are."],
      turn: [
        "First each side lays out its ships in secret, straight across or down: one of five cells, one of four, two of three and one of two. They may touch, but not overlap.",
        "Then the sides shoot by turns, one shot a turn, hit or not. A shot is answered miss, hit, or sunk when all cells of a ship are hit; a sunk ship is shown.",
      ],
      end: ["The side that has sunk all ships of the other wins at once. There are no draws. Then both fleets are shown."],
      here: [
        "Setting: ships may touch, or not, which also forbids corners.",
        "The fleet is sent ship by ship, the longest first, so each ship is a move: `A1h5` lies on A1 to E1, `C3v4` on C3 to C6. A shot is its cell: `E5`.",
        "Spectators see the shots and their answers, and no fleet before the end. No move can be taken back.",
      ],
    },
    "zh-Hans": {
      hints: ["布置你的五艘船：移动、转向，或用随机布阵。然后向对方海域射击。"],
      goal: ["在自己的船全被击沉之前，击沉对方的五艘船。对方的船在哪里，你看不见。"],
      turn: [
        "双方先秘密布阵，船只能横放或竖放：五格一艘、四格一艘、三格两艘、两格一艘。可以相邻，不可重叠。",
        "然后双方轮流射击，每次一发，命中与否都换对方。每发的回答是落空、命中，或一艘船的各格都中弹时的击沉；沉船公开。",
      ],
      end: ["先击沉对方所有船者立即获胜，没有和局。终局时公开双方舰队。"],
      here: [
        "可选设置：船可以相邻，或不可相邻（斜角也不可）。",
        "舰队由长到短一艘一艘送出，每艘算一步：`A1h5` 占 A1 到 E1，`C3v4` 占 C3 到 C6。射击写作所在的格：`E5`。",
        "观众看得见射击和回答，终局前看不见舰队。着法不能收回。",
      ],
    },
    "zh-Hant": {
      hints: ["佈置你的五艘船：移動、轉向，或用隨機佈陣。然後向對方海域射擊。"],
      goal: ["在自己的船全被擊沉之前，擊沉對方的五艘船。對方的船在哪裡，你看不見。"],
      turn: [
        "雙方先秘密佈陣，船只能橫放或豎放：五格一艘、四格一艘、三格兩艘、兩格一艘。可以相鄰，不可重疊。",
        "然後雙方輪流射擊，每次一發，命中與否都換對方。每發的回答是落空、命中，或一艘船的各格都中彈時的擊沉；沉船公開。",
      ],
      end: ["先擊沉對方所有船者立即獲勝，沒有和局。終局時公開雙方艦隊。"],
      here: [
        "可選設定：船可以相鄰，或不可相鄰（斜角也不可）。",
        "艦隊由長到短一艘一艘送出，每艘算一步：`A1h5` 佔 A1 到 E1，`C3v4` 佔 C3 到 C6。射擊寫作所在的格：`E5`。",
        "觀眾看得見射擊和回答，終局前看不見艦隊。著法不能收回。",
      ],
    },
  },
};
