/** 邀戰的文字。 */

import type { ChallengeTexts } from "./en";

export const challenges: ChallengeTexts = {
  asks: (bot, game, games) => `機器人 ${bot} 想和你下${games === 1 ? "一" : ` ${games} `}局${game}。`,
  asksPerson: (name, game, games) => `${name} 想和你下${games === 1 ? "一" : ` ${games} `}局${game}。`,
  reason: "拒絕的原因",
  accept: "接受",
  decline: "拒絕",
};
