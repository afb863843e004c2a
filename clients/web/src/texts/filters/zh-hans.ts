/** 对局列表的筛选条件。 */
import type { FilterTexts } from "./en";

export const filters: FilterTexts = {
  speed: "速度",
  control: "时限",
  rated: "计分",
  onlyRated: "计分",
  onlyCasual: "不计分",
  minMoves: "至少（手）",
  maxMoves: "至多（手）",
  position: "局面",
  positionHint: "用该游戏的记法写出局面。只查找每局的前 40 手。",
  positionNeedsGame: "请先选择游戏。",
};
