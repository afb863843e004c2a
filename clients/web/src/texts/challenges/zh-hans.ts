/** 邀战的文字。 */

import type { ChallengeTexts } from "./en";

export const challenges: ChallengeTexts = {
  asks: (bot, game, games) => `机器人 ${bot} 想和你下${games === 1 ? "一" : ` ${games} `}局${game}。`,
  asksPerson: (name, game, games) => `${name} 想和你下${games === 1 ? "一" : ` ${games} `}局${game}。`,
  ladderReady: (name, game) => `你与 ${name} 的挑战榜对局（${game}）可以开始了。`,
  play: "前往对局",
  reason: "拒绝的原因",
  accept: "接受",
  decline: "拒绝",
};
