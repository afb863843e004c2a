/** The texts of quick pairing in Simplified Chinese. */

import type { SeekTexts } from "./en";

export const seekTexts: SeekTexts = {
  title: "正在寻找对手",
  alone: "只要有人也想下这种棋，就会立即配对。等待时可以浏览其他页面。",
  nobody: "目前没有其他人想下这一局。可以继续等，或先与机器人对局。",
  others: (count) => `还有 ${count} 人想下这一局。`,
  sameSeat: (count, side) => (count === 1 ? `有 1 人在等，但也要求执${side}。` : `有 ${count} 人在等，但都要求执${side}。`),
  eitherSide: "哪一方都行",
  playBot: (bot) => `现在与 ${bot} 对局`,
  cancel: "取消",
  ended: {
    seek_replaced: "你已在另一个页面寻找对手，此处的寻找已结束。",
    seek_cancelled: "寻找已结束。",
    too_many_seeks: "你的地址上正在寻找对手的人太多。请稍后再试，或创建对局。",
  },
};
