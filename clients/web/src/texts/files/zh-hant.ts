/** 分享對局、匯入對局與已匯入對局的文字。 */
import type { FileTexts } from "./en";

export const files: FileTexts = {
  share: {
    title: "分享",
    link: "此局面的連結",
    position: "局面文字",
    file: "對局檔案",
    copy: "複製",
    copied: "已複製",
    copiedWhat: (what) => `已複製：${what}`,
  },
  formats: { txt: "著法文字" },
  downloadAll: "下載以上全部對局：",
  playFrom: "從此處開局",
  from: {
    title: "開局局面",
    position: (ply) => (ply === 0 ? "從所示局面開始" : `從那一局的第 ${ply} 個局面開始`),
    toMove: (side) => `輪到${side}走`,
    remove: "改用通常的開局",
  },
  imported: {
    tag: "匯入",
    unnamed: "未署名",
    noResult: "檔案中沒有結果。",
    round: (round) => `第 ${round} 輪`,
    title: "匯入的對局",
    position: "匯入的局面",
  },
  importGames: "匯入棋譜",
};
