/** The parts of a club's page that come after the first: the leaderboard, and what most visitors never see. */

import { LazyModules } from "../../app/server/lazy-modules.svelte";

const modules = new LazyModules({ parts: () => import("./later-parts") });
const ratings = new LazyModules({ part: () => import("./ClubRatings.svelte") });

/** These parts; undefined: they are being loaded. */
export function laterParts() {
  return modules.get("parts");
}

/** The leaderboard; undefined: it is being loaded. */
export function ratingsPart() {
  return ratings.get("part")?.default;
}
