/** The texts of the notes and of the move list. */

import type { Language } from "../../texts";

const SIGNS = ["X", "O"];

interface Notes {
  /** To the seat whose try of this cell was refused. */
  taken: (cell: string) => string;
  /** To all others. */
  refused: (seat: number) => string;
  /** The number of marks of a seat that the viewer does not know. */
  hidden: (seat: number, count: number) => string;
  /** In the move list: a try of a hidden cell, and a refused one. */
  hiddenTry: string;
  refusedTry: (name: string) => string;
  /** For screen readers: a hidden move, the refusal of a hidden try, and of a visible one. */
  describeHidden: (who: string) => string;
  describeRefusal: (who: string) => string;
  describeOwnRefusal: (who: string, cell: string) => string;
  /** The numbers of marks, for spectators. */
  marks: (x: number, o: number) => string;
}

export const notesIn: Record<Language, Notes> = {
  en: {
    taken: (cell) => `${cell} is taken. Try another cell.`,
    refused: (seat) => `A try of ${SIGNS[seat]} was refused: it was on one of the other side's marks.`,
    hidden: (seat, count) => (count === 1 ? `1 mark of ${SIGNS[seat]} is hidden.` : `${count} marks of ${SIGNS[seat]} are hidden.`),
    hiddenTry: "hidden",
    refusedTry: (name) => `${name}, refused`,
    describeHidden: (who) => `${who} has put a mark on a hidden cell`,
    describeRefusal: (who) => `${who} has tried a cell that is taken`,
    describeOwnRefusal: (who, cell) => `${who} has tried ${cell}, which is taken`,
    marks: (x, o) => `On the board, hidden until the end: X has ${x}, O has ${o}.`,
  },
  "zh-Hans": {
    taken: (cell) => `${cell} 已被占，请另试一格。`,
    refused: (seat) => `${SIGNS[seat]} 的一次尝试被拒：那一格有对方的记号。`,
    hidden: (seat, count) => `${SIGNS[seat]} 还有 ${count} 个记号看不见。`,
    hiddenTry: "隐藏",
    refusedTry: (name) => `${name}，被拒`,
    describeHidden: (who) => `${who} 在隐藏的一格放了记号`,
    describeRefusal: (who) => `${who} 试了已被占的一格`,
    describeOwnRefusal: (who, cell) => `${who} 试了 ${cell}，已被占`,
    marks: (x, o) => `盘上的记号终局时才公开：X 有 ${x} 个，O 有 ${o} 个。`,
  },
  "zh-Hant": {
    taken: (cell) => `${cell} 已被佔，請另試一格。`,
    refused: (seat) => `${SIGNS[seat]} 的一次嘗試被拒：那一格有對方的記號。`,
    hidden: (seat, count) => `${SIGNS[seat]} 還有 ${count} 個記號看不見。`,
    hiddenTry: "隱藏",
    refusedTry: (name) => `${name}，被拒`,
    describeHidden: (who) => `${who} 在隱藏的一格放了記號`,
    describeRefusal: (who) => `${who} 試了已被佔的一格`,
    describeOwnRefusal: (who, cell) => `${who} 試了 ${cell}，已被佔`,
    marks: (x, o) => `盤上的記號終局時才公開：X 有 ${x} 個，O 有 ${o} 個。`,
  },
};
