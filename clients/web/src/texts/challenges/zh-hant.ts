/** 邀戰的文字。 */

import type { ChallengeTexts } from "./en";

export const challenges: ChallengeTexts = {
  asks: (bot, game, games) => `機器人 ${bot} 想和你下${games === 1 ? "一" : ` ${games} `}局${game}。`,
  asksPerson: (name, game, games) => `${name} 想和你下${games === 1 ? "一" : ` ${games} `}局${game}。`,
  ladderReady: (name, game) => `你與 ${name} 的挑戰榜對局（${game}）可以開始了。`,
  play: "前往對局",
  reason: "拒絕的原因",
  accept: "接受",
  decline: "拒絕",
};
