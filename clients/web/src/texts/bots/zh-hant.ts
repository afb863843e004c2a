import type { BotsTexts } from "./en";

export const bots: BotsTexts = {
  title: "機器人",
  online: "在線上",
  none: "沒有機器人在線上。伺服器自帶一個；如果啟動時用了 --no-bots，可按下面的方法啟動一個。",
  levels: (count) => (count > 0 ? `${count} 個級別，另有全力` : "一種棋力"),
  house: "伺服器自帶",
  owner: (name) => `擁有者：${name}`,
  free: "有空",
  busy: "對局已滿",
  recent: "它的對局",
  challenge: "與它對局",
  explain: "它怎樣下棋",
};
