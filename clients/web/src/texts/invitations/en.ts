/** How players decline. */

import type { DeclineReason } from "../../protocol";

/** The reasons are parts of a sentence. */
const reasons: Record<DeclineReason, string> = {
  generic: "not this game",
  later: "not now, ask again later",
  tooFast: "this clock is too fast",
  tooSlow: "this clock is too slow",
  timeControl: "not with this time control",
  rated: "only rated games",
  casual: "only casual games",
  standard: "only with the usual settings",
  variant: "not this kind of game",
  noBot: "not against bots",
  onlyBot: "only against bots",
};

export const invitations = {
  declined: {
    by: (name: string, reason: string) => `${name} declines: ${reason}.`,
    said: (text: string) => `“${text}”`,
    noAnswer: (name: string) => `${name} did not answer.`,
    reasons,
  },
};

export type InvitationTexts = typeof invitations;
