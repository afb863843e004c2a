/** 如何婉拒邀请。 */

import type { InvitationTexts } from "./en";

export const invitations: InvitationTexts = {
  declined: {
    by: (name, reason) => `${name} 婉拒了邀请：${reason}。`,
    said: (text) => `“${text}”`,
    noAnswer: (name) => `${name} 没有回应。`,
    reasons: {
      generic: "不下这一局",
      later: "现在不行，请稍后再邀",
      tooFast: "用时太短",
      tooSlow: "用时太长",
      timeControl: "不接受这种计时方式",
      rated: "只下计分对局",
      casual: "只下休闲对局",
      standard: "只用通常的设置",
      variant: "不下这种游戏",
      noBot: "不与机器人对局",
      onlyBot: "只与机器人对局",
    },
  },
};
