/** The texts of rematches and waiting rooms in Traditional Chinese. */

import type { MeetingTexts } from "./en";

export const meeting: MeetingTexts = {
  withdraw: "撤回邀請",
  decline: "謝絕",
  declinedBy: (name) => `${name} 不想再來一局。`,
  youDeclined: "你謝絕了再來一局，仍可主動邀請。",
  newOpponent: "換個對手",
  calledOff: "對局在第一步之前已中止，不計成績。你可以另找對手。",
  calledOffWatcher: "對局在第一步之前已中止，不計成績。",
  calledOffLadder: "對局在第一步之前已中止。它對名次的影響見挑戰榜。",
  frontPage: "其他對局",
  botsFill: "對局中有人離開時，由機器人接替。",
  comings: "來去紀錄",
  came: (name) => `${name} 來了。`,
  went: (name) => `${name} 離開了。`,
  comesWithin: (name, time) => (time ? `${name} 還有 ${time} 到場。` : `${name} 沒有按時到場。`),
  declinedNext: "可以另找對手，也可以在此等候：有連結的人都能入座。",
  declinedKept: "可以另找對手，也可以在此等候：座位仍然保留。",
  declinedOpen: "座位已空出，可把連結傳給別人。",
};
