/** 註冊機器人的說明。 */
import type { RegisterTexts } from "./en";

export const register: RegisterTexts = {
  register: "註冊你自己的機器人",
  command: "在終端機裡：",
  http: "或者用一次 HTTP 呼叫：",
  token: "兩者都會給出一個權杖，只顯示一次。憑它，你的機器人進入大廳並受邀參加對局。",
  run: "原始碼中有一個不到 40 行的機器人：",
};
