/** The texts of rematches and waiting rooms in Simplified Chinese. */

import type { MeetingTexts } from "./en";

export const meeting: MeetingTexts = {
  withdraw: "撤回邀请",
  decline: "谢绝",
  declinedBy: (name) => `${name} 不想再来一局。`,
  youDeclined: "你谢绝了再来一局，仍可主动邀请。",
  newOpponent: "换个对手",
  calledOff: "对局在第一步之前已中止，不计成绩。你可以另找对手。",
  calledOffWatcher: "对局在第一步之前已中止，不计成绩。",
  calledOffLadder: "对局在第一步之前已中止。它对名次的影响见挑战榜。",
  frontPage: "其他对局",
  botsFill: "对局中有人离开时，由机器人接替。",
  comings: "来去记录",
  came: (name) => `${name} 来了。`,
  went: (name) => `${name} 离开了。`,
  comesWithin: (name, time) => (time ? `${name} 还有 ${time} 到场。` : `${name} 没有按时到场。`),
  declinedNext: "可以另找对手，也可以在此等候：有链接的人都能入座。",
  declinedKept: "可以另找对手，也可以在此等候：座位仍然保留。",
  declinedOpen: "座位已空出，可把链接发给别人。",
};
