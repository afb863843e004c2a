/** The texts of challenges in English. */

export const challenges = {
  asks: (bot: string, game: string, games: number) => `${bot}, a bot, asks you for ${games === 1 ? "a game" : `${games} games`} of ${game}.`,
  asksPerson: (name: string, game: string, games: number) => `${name} asks you for ${games === 1 ? "a game" : `${games} games`} of ${game}.`,
  reason: "Why you decline",
  accept: "Accept",
  decline: "Decline",
};

export type ChallengeTexts = typeof challenges;
