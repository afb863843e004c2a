/** 行棋：輸入著法、預走、吃子。 */

import type { Playing } from "./en";

export const playing: Playing = {
  typed: {
    label: "輸入著法",
    hint: "按著法列表的寫法輸入，再按 Enter。按 / 鍵可跳到這裡。",
    none: (text) => `「${text}」在此不是合法著法。`,
    which: (moves) => `是哪一步：${moves.join(" · ")}？`,
    notYet: "還沒輪到你。",
  },
  premove: {
    spot: "預走",
    planned: (spots) => `預走：${spots.join(" 到 ")}`,
    cancel: "取消預走",
  },
  confirm: {
    play: (move) => `下 ${move}`,
    cancel: "取消",
    again: (move) => `已選 ${move}。再選一次或點「下」即落子。`,
  },
  zoom: { title: "縮放", in: "放大", out: "縮小", whole: "全盤" },
  dead: "標為死子",
  forbidden: "禁手",
  prisoners: (count) => `提 ${count} 子`,
  captured: {
    pieces: (names) => `多吃：${names.join("、")}`,
    counted: (name, count) => `${name} × ${count}`,
    ahead: (points) => `子力領先 ${points} 分`,
  },
};
