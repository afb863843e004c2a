/** 规则页上的用语。 */

import type { rules as en } from "./en";

export const rules: typeof en = {
  title: "规则",
  of: (game) => `${game}规则`,
  read: "看规则",
  close: "关闭规则",
  all: "所有游戏的规则",
  play: "去对局",
  loading: "正在加载规则……",
  failed: "规则无法加载。",
  unknown: (game) => `没有 ${game} 的规则。以下是全部游戏。`,
  none: "这里还没有这种游戏的规则。",
  first: "第一次玩",
  understood: "不再显示",
  sections: { goal: "目标", turn: "怎么走", end: "怎么结束", here: "本站的规定" },
};
