/** 设置面板的文字。 */

import type { SettingTexts } from "./en";

export const settings: SettingTexts = {
  language: "语言",
  theme: "主题",
  themes: { auto: "跟随系统", light: "浅色", dark: "深色" },
  board: "棋盘配色",
  boards: { classic: "木色、绿色、纸色", "blue-grey": "蓝灰", contrast: "高对比度" },
  coordinates: "坐标",
  where: { off: "不显示", edge: "在边上", inside: "在每一格内" },
  pieces: "象棋棋子",
  sets: { characters: "汉字", international: "图形" },
  sounds: { title: "声音", volume: "音量", percent: (share) => `${share} %` },
  premove: {
    title: "预走",
    hint: "对方思考时先选好下一步，轮到你时如果合法就立即走出。",
  },
  challenges: {
    title: "机器人可以向我邀战",
    hint: "与你下过棋的机器人，只在本页打开时。拒绝之后，它和它主人的其他机器人一天内不能再邀。",
  },
  confirm: {
    title: "落子确认",
    when: { always: "总是", phones: "仅触屏", never: "从不" },
  },
};
