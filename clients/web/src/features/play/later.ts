/** The parts of a game's page that a game in progress does not show, loaded on first use. */

import { LazyModules } from "../../app/server/lazy-modules.svelte";

const waiting = new LazyModules({ part: () => import("./Waiting.svelte") });
const ladder = new LazyModules({ part: () => import("../own-clubs/LadderLine.svelte") });
const result = new LazyModules({ part: () => import("./ResultCard.svelte") });

/** What is shown before the game begins; undefined: it is being loaded. */
export function waitingPart() {
  return waiting.get("part")?.default;
}

/** What is shown after the end; undefined: it is being loaded. */
export function resultPart() {
  return result.get("part")?.default;
}

/** What a game on a ladder means; undefined: it is being loaded. */
export function ladderPart() {
  return ladder.get("part")?.default;
}
