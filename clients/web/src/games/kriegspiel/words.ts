/** The umpire's calls: in notes, in the move list, and for screen readers. */

import type { Language } from "../../texts";
import type { Lost } from "./position";

type Kind = "p" | "x" | "e";

export interface Words {
  /** A piece of this seat was captured. */
  gone: (seat: number, square: string, kind: Kind) => string;
  /** The king of this seat is checked from these directions. */
  check: (seat: number, directions: string) => string;
  pawnTries: (seat: number) => string;
  /** To the side that tried these moves, and to everyone else. */
  refused: (moves: string[]) => string;
  refusals: (seat: number, count: number) => string;
  lost: (lost: readonly [Lost, Lost]) => string;
  /** In the move list: a hidden move, and a refused one. */
  hidden: string;
  refusedTry: (name: string) => string;
  /** For screen readers. `move`: undefined: it is hidden. */
  describeMove: (who: string, move: string | undefined, calls: string[]) => string;
  describeRefusal: (who: string) => string;
  describeOwnRefusal: (who: string, move: string) => string;
}

const SIDES = ["White", "Black"];
const SIDES_ZH = ["白方", "黑方"];
const DIRECTIONS: Record<string, string> = { f: "on the file", r: "on the rank", l: "on the long diagonal", s: "on the short diagonal", n: "by a knight" };
const DIRECTIONS_HANS: Record<string, string> = { f: "直线", r: "横线", l: "长斜线", s: "短斜线", n: "马" };
const DIRECTIONS_HANT: Record<string, string> = { f: "直線", r: "橫線", l: "長斜線", s: "短斜線", n: "騎士" };

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}

/** Losses in English: `2 pawns and 1 piece`. */
function men({ pawns, pieces }: Lost): string {
  const parts = [...(pawns ? [counted(pawns, "pawn")] : []), ...(pieces ? [counted(pieces, "piece")] : [])];
  return parts.join(" and ") || "nothing";
}

function menZh({ pawns, pieces }: Lost, none: string): string {
  return pawns + pieces === 0 ? none : [...(pawns ? [`${pawns} 兵`] : []), ...(pieces ? [`${pieces} 子`] : [])].join("、");
}

export const wordsIn: Record<Language, Words> = {
  en: {
    gone: (seat, square, kind) => `${SIDES[seat]} has lost a ${kind === "x" ? "piece" : "pawn"} on ${square}${kind === "e" ? ", taken en passant" : ""}.`,
    check: (seat, directions) => `${SIDES[seat]} is in check ${[...directions].map((letter) => DIRECTIONS[letter]).join(" and ")}.`,
    pawnTries: (seat) => `${SIDES[seat]} can capture with a pawn.`,
    refused: (moves) => `Refused: ${moves.join(", ")}.`,
    refusals: (seat, count) => (count === 1 ? `A try of ${SIDES[seat]} was refused.` : `${count} tries of ${SIDES[seat]} were refused.`),
    lost: ([white, black]) => `Lost so far: White ${men(white)}, Black ${men(black)}.`,
    hidden: "hidden",
    refusedTry: (name) => `${name}, refused`,
    describeMove: (who, move, calls) => [move === undefined ? `${who} has made a hidden move.` : `${who} has played ${move}.`, ...calls].join(" "),
    describeRefusal: (who) => `${who} has tried a move that was refused`,
    describeOwnRefusal: (who, move) => `${who} has tried ${move}, which was refused`,
  },
  "zh-Hans": {
    gone: (seat, square, kind) => `${SIDES_ZH[seat]}在 ${square} 失去一${kind === "x" ? "子" : "兵"}${kind === "e" ? "（吃过路兵）" : ""}。`,
    check: (seat, directions) => `${SIDES_ZH[seat]}被将军：${[...directions].map((letter) => DIRECTIONS_HANS[letter]).join("、")}。`,
    pawnTries: (seat) => `${SIDES_ZH[seat]}可以用兵吃子。`,
    refused: (moves) => `被拒：${moves.join("、")}。`,
    refusals: (seat, count) => `${SIDES_ZH[seat]}有 ${count} 次尝试被拒。`,
    lost: ([white, black]) => `已失去：白方${menZh(white, "无")}，黑方${menZh(black, "无")}。`,
    hidden: "隐藏",
    refusedTry: (name) => `${name}，被拒`,
    describeMove: (who, move, calls) => [move === undefined ? `${who} 走了隐藏的一步。` : `${who} 走了 ${move}。`, ...calls].join(""),
    describeRefusal: (who) => `${who} 的一次尝试被拒`,
    describeOwnRefusal: (who, move) => `${who} 试了 ${move}，被拒`,
  },
  "zh-Hant": {
    gone: (seat, square, kind) => `${SIDES_ZH[seat]}在 ${square} 失去一${kind === "x" ? "子" : "兵"}${kind === "e" ? "（吃過路兵）" : ""}。`,
    check: (seat, directions) => `${SIDES_ZH[seat]}被將軍：${[...directions].map((letter) => DIRECTIONS_HANT[letter]).join("、")}。`,
    pawnTries: (seat) => `${SIDES_ZH[seat]}可以用兵吃子。`,
    refused: (moves) => `被拒：${moves.join("、")}。`,
    refusals: (seat, count) => `${SIDES_ZH[seat]}有 ${count} 次嘗試被拒。`,
    lost: ([white, black]) => `已失去：白方${menZh(white, "無")}，黑方${menZh(black, "無")}。`,
    hidden: "隱藏",
    refusedTry: (name) => `${name}，被拒`,
    describeMove: (who, move, calls) => [move === undefined ? `${who} 走了隱藏的一步。` : `${who} 走了 ${move}。`, ...calls].join(""),
    describeRefusal: (who) => `${who} 的一次嘗試被拒`,
    describeOwnRefusal: (who, move) => `${who} 試了 ${move}，被拒`,
  },
};
