import type { BotsTexts } from "./en";

export const bots: BotsTexts = {
  title: "机器人",
  online: "在线",
  none: "没有机器人在线。服务器自带一个；如果启动时用了 --no-bots，可按下面的方法启动一个。",
  levels: (count) => (count > 0 ? `${count} 个级别，另有全力` : "一种棋力"),
  house: "服务器自带",
  owner: (name) => `主人：${name}`,
  free: "空闲",
  busy: "对局已满",
  recent: "它的对局",
  challenge: "与它对局",
  explain: "它怎样下棋",
};
