/** 匯入棋譜對話框的文字。 */
import type { ImportTexts } from "./en";

export const imports: ImportTexts = {
  title: "匯入棋譜",
  close: "關閉",
  text: "對局或局面",
  hint: "貼上文字，或把檔案拖到這裡。可讀 PGN、SGF、PDN、GGF、MAT、著法文字，以及 FEN、XGID、GNU ID 等局面。",
  file: "選擇檔案",
  game: "遊戲",
  detect: "由文字判斷",
  import: "匯入",
  importing: "正在匯入……",
  loaded: (name, encoding) => `${name} · ${encoding}`,
  tooLarge: "超過 1 MB，請分幾次匯入。",
  unreadable: (name) => `無法讀取 ${name}，請重新選擇。`,
  oneFile: "一次只能選擇一個檔案。",
  empty: "請先貼上對局或局面。",
  none: "沒有匯入任何對局。",
  count: (count) => `已匯入 ${count} 局`,
  problems: (count) => `${count} 個問題`,
  notes: "說明",
  more: "繼續匯入",
};
