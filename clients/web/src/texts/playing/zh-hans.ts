/** 行棋：输入着法、预走、吃子。 */

import type { Playing } from "./en";

export const playing: Playing = {
  typed: {
    label: "输入着法",
    hint: "按着法列表的写法输入，再按回车。按 / 键可跳到这里。",
    none: (text) => `“${text}”在此不是合法着法。`,
    which: (moves) => `是哪一步：${moves.join(" · ")}？`,
    notYet: "还没轮到你。",
  },
  premove: {
    spot: "预走",
    planned: (spots) => `预走：${spots.join(" 到 ")}`,
    cancel: "取消预走",
  },
  confirm: {
    play: (move) => `下 ${move}`,
    cancel: "取消",
    again: (move) => `已选 ${move}。再选一次或点“下”即落子。`,
  },
  zoom: { title: "缩放", in: "放大", out: "缩小", whole: "全盘" },
  dead: "标为死子",
  forbidden: "禁手",
  prisoners: (count) => `提 ${count} 子`,
  captured: {
    pieces: (names) => `多吃：${names.join("、")}`,
    counted: (name, count) => `${name} × ${count}`,
    ahead: (points) => `子力领先 ${points} 分`,
  },
};
