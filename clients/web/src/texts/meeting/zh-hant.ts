/** The texts of rematches and waiting rooms in Traditional Chinese. */

import type { MeetingTexts } from "./en";

export const meeting: MeetingTexts = {
  withdraw: "撤回邀請",
  decline: "謝絕",
  declinedBy: (name) => `${name} 不想再來一局。`,
  youDeclined: "你謝絕了再來一局，仍可主動邀請。",
};
