/** Describes the captured pieces of a side. Pure. */

import { pieceName } from "../../app/words/format";
import type { Material } from "../../games/boards/model";
import type { GameTexts, Texts } from "../../texts";

/** `More captured: black knight, 2 × black pawn. 5 points ahead in material`; empty: the material is equal. */
export function materialText({ captured, lead }: Material, t: Texts, gameTexts: GameTexts): string {
  const counts = new Map<string, number>();
  for (const name of captured.map((piece) => pieceName(piece, gameTexts))) counts.set(name, (counts.get(name) ?? 0) + 1);
  const texts = t.playing.captured;
  const names = [...counts].map(([name, count]) => (count === 1 ? name : texts.counted(name, count)));
  return t.game.sentences([...(names.length > 0 ? [texts.pieces(names)] : []), ...(lead > 0 ? [texts.ahead(lead)] : [])]);
}
