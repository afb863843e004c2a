/** 如何婉拒邀請。 */

import type { InvitationTexts } from "./en";

export const invitations: InvitationTexts = {
  declined: {
    by: (name, reason) => `${name} 婉拒了邀請：${reason}。`,
    said: (text) => `「${text}」`,
    noAnswer: (name) => `${name} 沒有回應。`,
    reasons: {
      generic: "不下這一局",
      later: "現在不行，請稍後再邀",
      tooFast: "用時太短",
      tooSlow: "用時太長",
      timeControl: "不接受這種計時方式",
      rated: "只下計分對局",
      casual: "只下休閒對局",
      standard: "只用通常的設定",
      variant: "不下這種遊戲",
      noBot: "不與機器人對局",
      onlyBot: "只與機器人對局",
    },
  },
};
