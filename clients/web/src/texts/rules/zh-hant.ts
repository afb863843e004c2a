/** 規則頁上的用語。 */

import type { rules as en } from "./en";

export const rules: typeof en = {
  title: "規則",
  of: (game) => `${game}規則`,
  read: "看規則",
  close: "關閉規則",
  all: "所有遊戲的規則",
  play: "去對局",
  loading: "正在載入規則……",
  failed: "規則無法載入。",
  unknown: (game) => `沒有 ${game} 的規則。以下是全部遊戲。`,
  none: "這裡還沒有這種遊戲的規則。",
  first: "第一次玩",
  understood: "不再顯示",
  sections: { goal: "目標", turn: "怎麼走", end: "怎麼結束", here: "本站的規定" },
};
