/** 名字、会话与令牌的文字。 */
import type { AccountTexts } from "./en";

export const account: AccountTexts = {
  title: "会话与令牌",
  intro: "持有其中任何一个令牌的人，就是你或你的机器人。不认识或不再需要的请撤销，它的连接会立即关闭。",
  kinds: { session: "浏览器", bot: "机器人", former: "旧密钥" },
  made: "创建",
  used: "最近使用",
  expires: "到期",
  never: "从不",
  here: "此浏览器",
  revoke: "撤销",
  sure: "确认撤销",
  signOut: "退出",
  signOutHint: "访客没有密码：退出后不能再回到此账户，正在进行的对局会超时判负。",
  sureOut: "确认退出",
  loading: "正在载入……",
  yourName: "你的名字",
  save: "保存名字",
  saved: (name) => `你现在叫 ${name}。`,
  nameRules: "最多 32 个任何文字的字母和数字，中间可以有空格和 - _ . '。",
  nameKept: "已加入的对局保留旧名字，但仍然是你的。",
  refusals: {
    name_taken: "有机器人用了这个名字，或者看起来一样的名字。请换一个。",
    name_reserved: "这个名字像是本服务器的管理者或它的机器人。请换一个。",
    name_mixed: "这个名字的一个词里混用了不同的字母表，容易被当成别的名字。",
    name_unfit: "名字由字母和数字组成，至少一个，中间可以有空格和 - _ . '，不能有别的符号。",
    name_fixed: "这个账户的名字是管理者给的，不能更改。",
    muted: "你被禁言，现在不能改名。",
    too_many_requests: "你改名太频繁了，请一小时后再试。",
    malformed: "名字要有 1 到 32 个字符。",
  },
};
