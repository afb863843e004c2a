/** 行棋：输入着法、预走、吃子、声音。 */

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
    title: "预走",
    hint: "对方思考时先选好下一步，轮到你时如果合法就立即走出。",
    spot: "预走",
    planned: (spots) => `预走：${spots.join(" 到 ")}`,
    cancel: "取消预走",
  },
  challenges: {
    title: "机器人可以向我邀战",
    hint: "与你下过棋的机器人，只在本页打开时。拒绝之后，它和它主人的其他机器人一天内不能再邀。",
  },
  confirm: {
    title: "落子确认",
    when: { always: "总是", phones: "仅触屏", never: "从不" },
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
  sounds: { title: "声音", volume: "音量", percent: (share) => `${share} %` },
};
