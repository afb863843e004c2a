/** What bots take, and how they decline. Ranges and lists are passed as words. */

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
  takes: {
    /** Before the kinds of games that a bot takes. */
    title: (kinds: string) => `Takes ${kinds}`,
    or: ", or ",
    range: (least: string, most: string) => `${least} to ${most}`,
    least: (least: string) => `${least} or more`,
    most: (most: string) => `up to ${most}`,
    clock: (range: string) => `${range} on the clock`,
    increment: (range: string) => `${range} for each move`,
    days: (range: string) => `days for each move: ${range}`,
    rated: "only rated games",
    casual: "only casual games",
    noBot: "no other bots",
    onlyBot: "only bots",
    any: "all games",
    /** The sheet: the bot does not take the chosen game. */
    not: (bot: string, takes: string) => `${bot} does not take this game. ${takes}.`,
  },
  declined: {
    by: (name: string, reason: string) => `${name} declines: ${reason}.`,
    said: (text: string) => `“${text}”`,
    noAnswer: (name: string) => `${name} did not answer.`,
    reasons,
  },
};

export type InvitationTexts = typeof invitations;
