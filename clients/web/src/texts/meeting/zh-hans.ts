/** The texts of rematches and waiting rooms in Simplified Chinese. */

import type { MeetingTexts } from "./en";

export const meeting: MeetingTexts = {
  withdraw: "撤回邀请",
  decline: "谢绝",
  declinedBy: (name) => `${name} 不想再来一局。`,
  youDeclined: "你谢绝了再来一局，仍可主动邀请。",
};
