/** 自訂棋鐘各欄的文字。 */

import type { ClockFieldTexts } from "../clocks/model";

export const clockFields: ClockFieldTexts = {
  kind: "計時方式",
  fields: {
    base: "分鐘",
    increment: "每步加秒",
    delay: "延時秒數",
    time: "每步秒數",
    periods: "讀秒次數",
    period: "每次秒數",
    moves: "步數",
    overtime: "共幾分鐘",
    days: "每步天數",
    cap: "累計上限，分鐘",
    limit: "每步上限，秒",
  },
  stageFields: { moves: "步數", base: "分鐘", increment: "每步加秒" },
  stageTitle: (number) => `第 ${number} 段`,
  none: "無",
  rest: "餘下",
  addStage: "加一段",
  removeStage: "去掉",
  wrong: {
    number: (min, max) => `請填 ${min} 到 ${max} 的數。`,
    whole: (min, max) => `請填 ${min} 到 ${max} 的整數。`,
    positive: (_, max) => `請填大於 0、不超過 ${max} 的數。`,
    cap: (min) => `至少填開局的 ${min} 分鐘，或留空。`,
    stage_moves: () => "請填步數：只有最後一段可以留空。",
  },
};
