/** The parts of a club's page that most visitors never see, loaded on first use. */

import { LazyModules } from "../../app/server/lazy-modules.svelte";

const modules = new LazyModules({ parts: () => import("./later-parts") });

/** These parts; undefined: they are being loaded. */
export function laterParts() {
  return modules.get("parts");
}
