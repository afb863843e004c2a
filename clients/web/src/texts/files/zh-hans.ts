/** 分享对局、导入对局与已导入对局的文字。 */
import type { FileTexts } from "./en";

export const files: FileTexts = {
  share: {
    title: "分享",
    link: "此局面的链接",
    position: "局面文本",
    file: "对局文件",
    copy: "复制",
    copied: "已复制",
    copiedWhat: (what) => `已复制：${what}`,
  },
  formats: { txt: "着法文本" },
  downloadAll: "下载以上全部对局：",
  playFrom: "从此处开局",
  from: {
    title: "开局局面",
    position: (ply) => (ply === 0 ? "从所示局面开始" : `从那一局的第 ${ply} 个局面开始`),
    toMove: (side) => `轮到${side}走`,
    remove: "改用通常的开局",
  },
  imported: {
    tag: "导入",
    unnamed: "未署名",
    noResult: "文件中没有结果。",
    round: (round) => `第 ${round} 轮`,
    title: "导入的对局",
    position: "导入的局面",
  },
  importGames: "导入棋谱",
};
