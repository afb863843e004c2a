/** 名字、會話與令牌的文字。 */
import type { AccountTexts } from "./en";

export const account: AccountTexts = {
  title: "工作階段與權杖",
  intro: "持有其中任何一個權杖的人，就是你或你的機器人。不認識或不再需要的請撤銷，它的連線會立即關閉。",
  kinds: { session: "瀏覽器", bot: "機器人", former: "舊密鑰" },
  made: "建立",
  used: "最近使用",
  expires: "到期",
  never: "從不",
  here: "此瀏覽器",
  revoke: "撤銷",
  sure: "確認撤銷",
  signOut: "登出",
  signOutHint: "訪客沒有密碼：登出後不能再回到此帳號，進行中的對局會逾時判負。",
  sureOut: "確認登出",
  loading: "正在載入……",
  yourName: "你的名字",
  save: "儲存名字",
  saved: (name) => `你現在叫 ${name}。`,
  nameRules: "最多 32 個任何文字的字母和數字，中間可以有空格和 - _ . '。",
  nameKept: "已加入的對局保留舊名字，但仍然是你的。",
  refusals: {
    name_taken: "有機器人用了這個名字，或者看起來一樣的名字。請換一個。",
    name_reserved: "這個名字像是本伺服器的管理者或它的機器人。請換一個。",
    name_mixed: "這個名字的一個詞裡混用了不同的字母表，容易被當成別的名字。",
    name_unfit: "名字由字母和數字組成，至少一個，中間可以有空格和 - _ . '，不能有別的符號。",
    name_fixed: "這個帳號的名字是管理者給的，不能更改。",
    muted: "你被禁言，現在不能改名。",
    too_many_requests: "你改名太頻繁了，請一小時後再試。",
    malformed: "名字要有 1 到 32 個字元。",
  },
};
