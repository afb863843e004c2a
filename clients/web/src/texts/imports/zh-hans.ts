/** 导入棋谱对话框的文字。 */
import type { ImportTexts } from "./en";

export const imports: ImportTexts = {
  title: "导入棋谱",
  close: "关闭",
  text: "对局或局面",
  hint: "粘贴文本，或把文件拖到这里。可读 PGN、SGF、PDN、GGF、MAT、着法文本，以及 FEN、XGID、GNU ID 等局面。",
  file: "选择文件",
  game: "游戏",
  detect: "由文本判断",
  import: "导入",
  importing: "正在导入……",
  loaded: (name, encoding) => `${name} · ${encoding}`,
  tooLarge: "超过 1 MB，请分几次导入。",
  unreadable: (name) => `无法读取 ${name}，请重新选择。`,
  oneFile: "一次只能选择一个文件。",
  empty: "请先粘贴对局或局面。",
  none: "没有导入任何对局。",
  count: (count) => `已导入 ${count} 局`,
  problems: (count) => `${count} 个问题`,
  notes: "说明",
  more: "继续导入",
};
