/** 多種遊戲共用的用語：設置、棋子、各方、著法、終局。 */

import type { GameTexts } from "./model";

export const gameTexts: GameTexts = {
  settings: { size: "棋盤", first: "先行", red: "紅方", blue: "藍方", yes: "是", no: "否" },
  pieces: {
    "seat-0": "藍色圓子",
    "seat-1": "橙色方子",
    "seat-2": "綠色三角",
    "seat-3": "紫色菱形",
    "seat-4": "青色六角",
    "seat-5": "粉色十字",
    card: "牌",
    "card-spades": "黑桃",
    "card-hearts": "紅心",
    "card-diamonds": "方塊",
    "card-clubs": "梅花",
    "card-back": "背面朝上的牌",
  },
  seats: { black: "黑方", white: "白方", red: "紅方", blue: "藍方" },
  moves: { pass: "停一手" },
  ends: {
    checkmate: "將死",
    "dead position": "雙方都無法獲勝",
    repetition: "重複局面",
    "ended by the operator": "已由管理員終止",
    "adjudicated by the operator": "由管理員裁定",
    "the bot was wanted by others": "對局久候未動，機器人已讓給他人",
    "only bots were left": "只剩機器人，對局結束",
  },
};
