/** 新对局表单的文字。 */
import type { SheetFormTexts } from "./en";

export const sheetForm: SheetFormTexts = {
  who: "对手",
  bot: "对机器人",
  bots: "有机器人同玩",
  seat: "任意对手",
  link: "用链接邀请",
  player: (number) => `玩家 ${number}`,
  person: "真人",
  fill: "用机器人补满",
  guests: "留给真人的座位",
  levelOf: (level) => `${level} 级`,
  openSeats: (count) => `共 ${count} 个空座。`,
  level: "级别",
  levelHint: (levels: number) => `共 ${levels} 级，1 级最容易；“全力”最强。`,
  full: "全力",
  fullHint: "用尽全部本领",
  clock: "棋钟",
  side: "执子",
  random: "随机",
  startSeat: "寻找对手",
  startLink: "生成链接",
  seatHint: "系统会把你与想下同样对局的人配对；如已有人按同样条件等待，就直接加入。多于两人的对局或通信对局会列在首页等候。",
  linkHint: "你会得到一个可以发送的地址，打开它的人一点即可入座。",
  noBot: "没有会玩这种游戏的机器人在线。",
  botBusy: (bot) => `${bot} 的对局已满，请一分钟后再试。`,
};
