/** What bots take, in English. Ranges and lists are passed as words. */

export const takes = {
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
};

export type TakesTexts = typeof takes;
