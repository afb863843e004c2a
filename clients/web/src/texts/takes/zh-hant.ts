/** 機器人接受哪些對局。 */

import type { TakesTexts } from "./en";

export const takes: TakesTexts = {
  title: (kinds) => `接受：${kinds}`,
  or: "；或 ",
  range: (least, most) => `${least}至${most}`,
  least: (least) => `${least}以上`,
  most: (most) => `不超過${most}`,
  clock: (range) => `用時${range}`,
  increment: (range) => `每步${range}`,
  days: (range) => `每步天數：${range}`,
  rated: "只下計分對局",
  casual: "只下休閒對局",
  noBot: "不與其他機器人對局",
  onlyBot: "只與機器人對局",
  any: "所有對局",
  not: (bot, takes) => `${bot} 不接受這種對局。${takes}。`,
};
