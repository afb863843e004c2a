/** The texts of challenges in English. */

export const challenges = {
  asks: (bot: string, game: string, games: number) => `${bot}, a bot, challenges you to ${games === 1 ? "a game" : `${games} games`} of ${game}.`,
  asksPerson: (name: string, game: string, games: number) => `${name} challenges you to ${games === 1 ? "a game" : `${games} games`} of ${game}.`,
  ladderReady: (name: string, game: string) => `Your ladder game of ${game} against ${name} is ready.`,
  play: "Play",
  reason: "Why you decline",
  accept: "Accept",
  decline: "Decline",
};

export type ChallengeTexts = typeof challenges;
