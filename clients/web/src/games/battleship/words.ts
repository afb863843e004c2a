/** What the board and its notes say, beside the texts that every game has. */

import type { Language } from "../../texts";

interface BoardTexts {
  /** Above the ships of the other side. */
  afloat: string;
  /** Below the waters of a seat, for spectators. */
  waters: (seat: number) => string;
}

export const boardTexts: Record<Language, BoardTexts> = {
  en: { afloat: "their ships", waters: (seat) => `waters of ${["the first", "the second"][seat]}` },
  "zh-Hans": { afloat: "对方的船", waters: (seat) => `${["先手", "后手"][seat]}海域` },
  "zh-Hant": { afloat: "對方的船", waters: (seat) => `${["先手", "後手"][seat]}海域` },
};

interface NoteTexts {
  /** Said while the other side lays out its fleet. */
  layingOut: string;
  /** What a hidden move was, and the answers to a shot, in the list of moves. */
  ship: string;
  miss: string;
  hit: string;
  sunk: string;
}

export const noteTexts: Record<Language, NoteTexts> = {
  en: { layingOut: "Your fleet is laid out. The other side lays out its own.", ship: "ship", miss: "miss", hit: "hit", sunk: "sunk" },
  "zh-Hans": { layingOut: "你的舰队已布好，对方正在布阵。", ship: "布船", miss: "落空", hit: "命中", sunk: "击沉" },
  "zh-Hant": { layingOut: "你的艦隊已佈好，對方正在佈陣。", ship: "佈船", miss: "落空", hit: "命中", sunk: "擊沉" },
};
