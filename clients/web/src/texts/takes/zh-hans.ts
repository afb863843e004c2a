/** 机器人接受哪些对局。 */

import type { TakesTexts } from "./en";

export const takes: TakesTexts = {
  title: (kinds) => `接受：${kinds}`,
  or: "；或 ",
  range: (least, most) => `${least}至${most}`,
  least: (least) => `${least}以上`,
  most: (most) => `不超过${most}`,
  clock: (range) => `用时${range}`,
  increment: (range) => `每步${range}`,
  days: (range) => `每步天数：${range}`,
  rated: "只下计分对局",
  casual: "只下休闲对局",
  noBot: "不与其他机器人对局",
  onlyBot: "只与机器人对局",
  any: "所有对局",
  not: (bot, takes) => `${bot} 不接受这种对局。${takes}。`,
};
