/** The games that the page can draw: every folder here with a `view.ts`, loaded on first use. */

import type { GameTranslations } from "../texts";
import type { GameRules } from "../texts/game-rules";
import type { GameView } from "./boards/model";

type Loaders<T> = Readonly<Record<string, () => Promise<T>>>;

/** Loaders by the id of the game, which is the name of its folder. */
function byGame<T>(found: Record<string, () => Promise<T>>): Loaders<T> {
  return Object.fromEntries(Object.entries(found).map(([path, load]) => [path.split("/")[1] ?? "", load]));
}

export const viewLoaders = byGame(import.meta.glob<GameView>("./*/view.ts", { import: "gameView" }));
export const textLoaders = byGame(import.meta.glob<GameTranslations>("./*/texts.ts", { import: "texts" }));
export const rulesLoaders = byGame(import.meta.glob<GameRules>("./*/rules.ts", { import: "rules" }));
