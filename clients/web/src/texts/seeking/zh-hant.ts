/** The texts of quick pairing in Traditional Chinese. */

import type { SeekTexts } from "./en";

export const seekTexts: SeekTexts = {
  title: "正在尋找對手",
  alone: "只要有人也想下這種棋，就會立即配對。等待時可以瀏覽其他頁面。",
  nobody: "目前沒有其他人想下這一局。可以繼續等，或先與機器人對局。",
  others: (count) => `還有 ${count} 人想下這一局。`,
  sameSeat: (count, side) => (count === 1 ? `有 1 人在等，但也要求執${side}。` : `有 ${count} 人在等，但都要求執${side}。`),
  eitherSide: "哪一方都行",
  playBot: (bot) => `現在與 ${bot} 對局`,
  cancel: "取消",
  ended: {
    seek_replaced: "你已在另一個頁面尋找對手，此處的尋找已結束。",
    seek_cancelled: "尋找已結束。",
    too_many_seeks: "你的位址上正在尋找對手的人太多。請稍後再試，或建立對局。",
  },
};
