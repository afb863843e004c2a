/** The texts of the board and of its notes. */

import type { Language } from "../../texts";

export interface BoardTexts {
  /** The title of the list of the other side's ships. */
  afloat: string;
  yourWaters: string;
  theirWaters: string;
  /** A segment of a ship of this length: not hit, hit, sunk. */
  ship: (length: number) => string;
  shipHit: (length: number) => string;
  shipSunk: (length: number) => string;
  /** The title of a grid, for spectators. */
  waters: (seat: number) => string;
}

export const boardTexts: Record<Language, BoardTexts> = {
  en: {
    afloat: "their ships",
    yourWaters: "your waters",
    theirWaters: "their waters",
    ship: (length) => `ship of ${length}`,
    shipHit: (length) => `ship of ${length}, hit`,
    shipSunk: (length) => `sunk ship of ${length}`,
    waters: (seat) => `waters of ${["the first", "the second"][seat]}`,
  },
  "zh-Hans": {
    afloat: "对方的船",
    yourWaters: "你的海域",
    theirWaters: "对方海域",
    ship: (length) => `${length} 格船`,
    shipHit: (length) => `中弹的 ${length} 格船`,
    shipSunk: (length) => `沉没的 ${length} 格船`,
    waters: (seat) => `${["先手", "后手"][seat]}海域`,
  },
  "zh-Hant": {
    afloat: "對方的船",
    yourWaters: "你的海域",
    theirWaters: "對方海域",
    ship: (length) => `${length} 格船`,
    shipHit: (length) => `中彈的 ${length} 格船`,
    shipSunk: (length) => `沉沒的 ${length} 格船`,
    waters: (seat) => `${["先手", "後手"][seat]}海域`,
  },
};

interface NoteTexts {
  /** While the other side places its fleet. */
  placing: string;
  /** For screen readers: a player has placed a ship. */
  placedShip: (who: string) => string;
  /** In the move list: a hidden placement, and the results of shots. */
  ship: string;
  miss: string;
  hit: string;
  /** `length`: that of the sunk ship. */
  sunk: (length: number) => string;
}

export const noteTexts: Record<Language, NoteTexts> = {
  en: { placing: "Your fleet is laid out. The other side lays out its own.", placedShip: (who) => `${who} has laid out a ship`, ship: "ship", miss: "miss", hit: "hit", sunk: (length) => `sunk: ship of ${length}` },
  "zh-Hans": { placing: "你的舰队已布好，对方正在布阵。", placedShip: (who) => `${who} 布好了一艘船`, ship: "布船", miss: "落空", hit: "命中", sunk: (length) => `击沉：${length} 格船` },
  "zh-Hant": { placing: "你的艦隊已佈好，對方正在佈陣。", placedShip: (who) => `${who} 佈好了一艘船`, ship: "佈船", miss: "落空", hit: "命中", sunk: (length) => `擊沉：${length} 格船` },
};
