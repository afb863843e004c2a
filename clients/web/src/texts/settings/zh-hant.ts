/** 設定面板的文字。 */

import type { SettingTexts } from "./en";

export const settings: SettingTexts = {
  language: "語言",
  theme: "主題",
  themes: { auto: "跟隨系統", light: "淺色", dark: "深色" },
  board: "棋盤配色",
  boards: { classic: "木色、綠色、紙色", "blue-grey": "藍灰", contrast: "高對比" },
  coordinates: "座標",
  where: { off: "不顯示", edge: "在邊上", inside: "在每一格內" },
  pieces: "象棋棋子",
  sets: { characters: "漢字", international: "圖形" },
  sounds: { title: "聲音", volume: "音量", percent: (share) => `${share} %` },
  premove: {
    title: "預走",
    hint: "對方思考時先選好下一步，輪到你時如果合法就立即走出。",
  },
  challenges: {
    title: "機器人可以向我邀戰",
    hint: "與你下過棋的機器人，只在本頁打開時。拒絕之後，它和它主人的其他機器人一天內不能再邀。",
  },
  confirm: {
    title: "落子確認",
    when: { always: "總是", phones: "僅觸控螢幕", never: "從不" },
  },
};
