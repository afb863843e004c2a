/** The games that the page can draw: every folder here with a `face.ts`, loaded when its game is needed. */

import type { GameTranslations } from "../texts";
import type { GameRules } from "../texts/game-rules";
import type { Face } from "./boards/model";
import ORDER from "./order.json";

type Loaders<T> = Readonly<Record<string, () => Promise<T>>>;

/** Loaders by the id of the game, which is the name of its folder. */
function byGame<T>(found: Record<string, () => Promise<T>>): Loaders<T> {
  return Object.fromEntries(Object.entries(found).map(([path, load]) => [path.split("/")[1] ?? "", load]));
}

export const faceLoaders = byGame(import.meta.glob<Face>("./*/face.ts", { import: "face" }));
export const textLoaders = byGame(import.meta.glob<GameTranslations>("./*/texts.ts", { import: "texts" }));
export const rulesLoaders = byGame(import.meta.glob<GameRules>("./*/rules.ts", { import: "rules" }));

/** Negative: among the first; 0: a game that neither list names; positive: among the last. */
function rank(id: string, { first, last }: typeof ORDER): number {
  const known = first.indexOf(id);
  return known >= 0 ? known - first.length : last.indexOf(id) + 1;
}

/** The games by these lists of ids: the widely known ones first, the small teaching games last. Those that neither names
 * stay between them, in the server's order. */
export function inOrder<T extends { id: string }>(games: readonly T[], order = ORDER): T[] {
  return games.toSorted((a, b) => rank(a.id, order) - rank(b.id, order));
}
