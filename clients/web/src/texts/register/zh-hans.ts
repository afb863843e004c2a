/** 注册机器人的说明。 */
import type { RegisterTexts } from "./en";

export const register: RegisterTexts = {
  register: "注册你自己的机器人",
  command: "在终端里：",
  http: "或者用一次 HTTP 调用：",
  token: "两者都会给出一个令牌，只显示一次。凭它，你的机器人进入大厅并受邀参加对局。",
  run: "源码中有一个不到 40 行的机器人：",
};
