/** The texts of backgammon. */

import type { Settings } from "../../protocol";
import type { GameTranslations } from "../../texts";

/** Jacoby's rule and beavers are only for single games with the cube. */
const isVoid = (setting: string, { match, cube }: Settings): boolean => (setting === "jacoby" || setting === "beavers") && !(match === "single" && cube === "on");

export const texts: GameTranslations = {
  en: {
    pieces: { black: "black disc", white: "white disc" },
    settings: { match: "Points", single: "Single game", cube: "Doubling cube", jacoby: "Jacoby rule", beavers: "Beavers", off: "Off", on: "On" },
    isVoid,
    moves: { roll: "Roll", double: "Double", take: "Take", drop: "Drop", beaver: "Beaver" },
    ends: {
      "all borne off": "all checkers are borne off",
      gammon: "gammon",
      backgammon: "backgammon",
      "double dropped": "the double was dropped",
    },
  },
  "zh-Hans": {
    pieces: { black: "黑子", white: "白子" },
    settings: { match: "比赛分数", single: "单局", cube: "加倍骰", jacoby: "雅各比规则", beavers: "反加倍", off: "不用", on: "使用" },
    isVoid,
    moves: { roll: "掷骰", double: "加倍", take: "接受", drop: "放弃", beaver: "反加倍" },
    ends: { "all borne off": "全部离盘", gammon: "全胜（双倍）", backgammon: "完胜（三倍）", "double dropped": "放弃加倍" },
  },
  "zh-Hant": {
    pieces: { black: "黑子", white: "白子" },
    settings: { match: "比賽分數", single: "單局", cube: "加倍骰", jacoby: "雅各比規則", beavers: "反加倍", off: "不用", on: "使用" },
    isVoid,
    moves: { roll: "擲骰", double: "加倍", take: "接受", drop: "放棄", beaver: "反加倍" },
    ends: { "all borne off": "全部離盤", gammon: "全勝（雙倍）", backgammon: "完勝（三倍）", "double dropped": "放棄加倍" },
  },
};
