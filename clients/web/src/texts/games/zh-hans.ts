/** 多种游戏共用的用语：设置、棋子、各方、着法、终局。 */

import type { GameTexts } from "./model";

export const gameTexts: GameTexts = {
  settings: { size: "棋盘", first: "先行", red: "红方", blue: "蓝方", yes: "是", no: "否" },
  pieces: {
    "seat-0": "蓝色圆子",
    "seat-1": "橙色方子",
    "seat-2": "绿色三角",
    "seat-3": "紫色菱形",
    "seat-4": "青色六角",
    "seat-5": "粉色十字",
    card: "牌",
    "card-spades": "黑桃",
    "card-hearts": "红心",
    "card-diamonds": "方块",
    "card-clubs": "梅花",
    "card-back": "背面朝上的牌",
  },
  seats: { black: "黑方", white: "白方", red: "红方", blue: "蓝方" },
  moves: { pass: "停一手" },
  ends: {
    checkmate: "将死",
    "dead position": "双方都无法获胜",
    repetition: "重复局面",
    "ended by the operator": "已由管理员终止",
    "adjudicated by the operator": "由管理员裁定",
    "the bot was wanted by others": "对局久候未动，机器人已让给他人",
    "only bots were left": "只剩机器人，对局结束",
  },
};
