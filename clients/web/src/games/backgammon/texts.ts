/** The texts of backgammon. */

import type { GameTranslations } from "../../texts";

export const texts: GameTranslations = {
  en: {
    pieces: { black: "black disc", white: "white disc" },
    settings: { match: "Points", single: "Single game", cube: "Doubling cube", off: "Off", on: "On" },
    moves: { roll: "Roll", double: "Double", take: "Take", drop: "Drop" },
    ends: {
      "all borne off": "all checkers are borne off",
      gammon: "gammon",
      backgammon: "backgammon",
      "double dropped": "the double was dropped",
    },
  },
  "zh-Hans": {
    pieces: { black: "黑子", white: "白子" },
    settings: { match: "比赛分数", single: "单局", cube: "加倍骰", off: "不用", on: "使用" },
    moves: { roll: "掷骰", double: "加倍", take: "接受", drop: "放弃" },
    ends: { "all borne off": "全部离盘", gammon: "全胜（双倍）", backgammon: "完胜（三倍）", "double dropped": "放弃加倍" },
  },
  "zh-Hant": {
    pieces: { black: "黑子", white: "白子" },
    settings: { match: "比賽分數", single: "單局", cube: "加倍骰", off: "不用", on: "使用" },
    moves: { roll: "擲骰", double: "加倍", take: "接受", drop: "放棄" },
    ends: { "all borne off": "全部離盤", gammon: "全勝（雙倍）", backgammon: "完勝（三倍）", "double dropped": "放棄加倍" },
  },
};
