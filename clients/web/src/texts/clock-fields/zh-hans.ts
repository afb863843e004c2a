/** 自定棋钟各栏的文字。 */

import type { ClockFieldTexts } from "../clocks/model";

export const clockFields: ClockFieldTexts = {
  kind: "计时方式",
  fields: {
    base: "分钟",
    increment: "每步加秒",
    delay: "延时秒数",
    time: "每步秒数",
    periods: "读秒次数",
    period: "每次秒数",
    moves: "步数",
    overtime: "共几分钟",
    days: "每步天数",
    cap: "累计上限，分钟",
    limit: "每步上限，秒",
  },
  stageFields: { moves: "步数", base: "分钟", increment: "每步加秒" },
  stageTitle: (number) => `第 ${number} 段`,
  none: "无",
  rest: "余下",
  addStage: "加一段",
  removeStage: "去掉",
  wrong: {
    number: (min, max) => `请填 ${min} 到 ${max} 的数。`,
    whole: (min, max) => `请填 ${min} 到 ${max} 的整数。`,
    positive: (_, max) => `请填大于 0、不超过 ${max} 的数。`,
    cap: (min) => `至少填开局的 ${min} 分钟，或留空。`,
    stage_moves: () => "请填步数：只有最后一段可以留空。",
  },
};
