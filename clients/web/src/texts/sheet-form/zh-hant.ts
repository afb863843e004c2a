/** 新對局表單的文字。 */
import type { SheetFormTexts } from "./en";

export const sheetForm: SheetFormTexts = {
  who: "對手",
  bot: "對機器人",
  bots: "有機器人同玩",
  seat: "任意對手",
  link: "用連結邀請",
  player: (number) => `玩家 ${number}`,
  person: "真人",
  fill: "用機器人補滿",
  guests: "留給真人的座位",
  levelOf: (level) => `${level} 級`,
  openSeats: (count) => `共 ${count} 個空座。`,
  level: "級別",
  levelHint: (levels: number) => `共 ${levels} 級，1 級最容易；「全力」最強。`,
  full: "全力",
  fullHint: "用盡全部本領",
  clock: "棋鐘",
  side: "執子",
  random: "隨機",
  startSeat: "尋找對手",
  startLink: "產生連結",
  seatHint: "系統會把你與想下同樣對局的人配對；如已有人按同樣條件等待，就直接加入。多於兩人的對局或通訊對局會列在首頁等候。",
  linkHint: "你會得到一個可以傳送的位址，打開它的人一點即可入座。",
  noBot: "沒有會玩這種遊戲的機器人在線上。",
  botBusy: (bot) => `${bot} 的對局已滿，請一分鐘後再試。`,
};
