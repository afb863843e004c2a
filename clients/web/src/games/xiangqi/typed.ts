/** Parses typed moves of xiangqi: in Chinese with any numerals and characters, or as `C2=5`, `H8+7`, `+R-1`. Pure. */

import { rowsOf } from "../boards/fen";
import { NUMERALS, chineseNotation, coordinatesOf } from "./notation";

/** All signs for pieces, directions and ordinals, by the letter or sign of western notation. */
const SIGNS: Record<string, string> = {
  R: "车車俥", H: "马馬傌N", C: "炮砲包", P: "兵卒", A: "仕士", E: "相象B", K: "帅帥将將G", "+": "进進前", "-": "退后後−–", "=": "平.",
};

/** Normalises a move in Chinese or western notation. */
function westernForm(text: string): string {
  const signs = [...text.normalize("NFKC").toUpperCase()].filter((sign) => sign !== " ").map((sign) => {
    const numeral = NUMERALS.indexOf(sign);
    if (numeral >= 0) return String(numeral + 1);
    return Object.entries(SIGNS).find(([, others]) => others.includes(sign))?.[0] ?? sign;
  });
  // The ordinal on a shared file may precede or follow the piece: `+R=5`, `R+=5`.
  return signs.join("").replace(/^([A-Z])([+-])(?=[+\-=])/, "$2$1");
}

/** The legal moves that a text can mean. */
export function readXiangqi(text: string, legal: readonly string[], position: string): string[] {
  const typed = westernForm(text);
  const rows = rowsOf(position);
  return legal.filter((move) => {
    const written = chineseNotation(rows, coordinatesOf(move.slice(0, 2)), coordinatesOf(move.slice(2, 4)), "zh-Hans");
    return written !== null && westernForm(written) === typed;
  });
}
