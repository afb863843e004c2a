/** 對局列表的篩選條件。 */
import type { FilterTexts } from "./en";

export const filters: FilterTexts = {
  speed: "速度",
  control: "時限",
  rated: "計分",
  onlyRated: "計分",
  onlyCasual: "不計分",
  minMoves: "至少（手）",
  maxMoves: "至多（手）",
  position: "局面",
  positionHint: "用該遊戲的記法寫出局面。只查找每局的前 40 手。",
  positionNeedsGame: "請先選擇遊戲。",
};
