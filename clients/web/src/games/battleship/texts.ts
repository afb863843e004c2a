/** The texts of battleship. */

import type { GameTranslations } from "../../texts";
import { shipCells } from "./fleet";
import { cellName } from "./position";

/** The first and the last cell of a ship, and how many there are. */
function shipEnds(piece: string): [string, string, number] {
  const cells = shipCells(piece);
  return [cellName(cells[0] ?? 0), cellName(cells.at(-1) ?? 0), cells.length];
}

export const texts: GameTranslations = {
  en: {
    settings: { touching: "Ships may touch" },
    pieces: { "custom-ship": "ship", "custom-ship-hit": "ship, hit", "custom-sunk": "sunk ship", "custom-miss": "miss", "custom-shot-hit": "hit" },
    seats: { first: "First", second: "Second" },
    ends: { "all ships sunk": "all ships sunk" },
    fleetPlacement: {
      title: "Lay out your fleet",
      hint: "Tap a ship, then its new place; tap it again to rotate it.",
      rotate: "Rotate",
      random: "Random fleet",
      done: "Send the fleet",
      freeTurn: (seconds) => `${seconds} s left to send it, then the game is called off`,
      inMoveList: "fleet",
      placed: (piece) => {
        const [first, last, length] = shipEnds(piece);
        return `Ship of ${length} on ${first} to ${last}.`;
      },
      doesNotFit: "The ship does not fit there.",
    },
  },
  "zh-Hans": {
    settings: { touching: "船可相邻" },
    pieces: { "custom-ship": "船", "custom-ship-hit": "中弹的船", "custom-sunk": "沉船", "custom-miss": "落空", "custom-shot-hit": "命中" },
    seats: { first: "先手", second: "后手" },
    ends: { "all ships sunk": "所有船被击沉" },
    fleetPlacement: {
      title: "布置舰队",
      hint: "点一艘船，再点它的去处；再点一次可转向。",
      rotate: "转向",
      random: "随机布阵",
      done: "就这样布阵",
      freeTurn: (seconds) => `还剩 ${seconds} 秒布阵，逾时对局取消`,
      inMoveList: "舰队",
      placed: (piece) => {
        const [first, last, length] = shipEnds(piece);
        return `${length} 格船在 ${first} 到 ${last}。`;
      },
      doesNotFit: "船这样放不下。",
    },
  },
  "zh-Hant": {
    settings: { touching: "船可相鄰" },
    pieces: { "custom-ship": "船", "custom-ship-hit": "中彈的船", "custom-sunk": "沉船", "custom-miss": "落空", "custom-shot-hit": "命中" },
    seats: { first: "先手", second: "後手" },
    ends: { "all ships sunk": "所有船被擊沉" },
    fleetPlacement: {
      title: "佈置艦隊",
      hint: "點一艘船，再點它的去處；再點一次可轉向。",
      rotate: "轉向",
      random: "隨機佈陣",
      done: "就這樣佈陣",
      freeTurn: (seconds) => `還剩 ${seconds} 秒佈陣，逾時對局取消`,
      inMoveList: "艦隊",
      placed: (piece) => {
        const [first, last, length] = shipEnds(piece);
        return `${length} 格船在 ${first} 到 ${last}。`;
      },
      doesNotFit: "船這樣放不下。",
    },
  },
};
