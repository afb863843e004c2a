/** A reactive monotonic time (ms) that only ticks while `needed()`: for the clocks on the page. */

import { onDestroy } from "svelte";

const TICK_MS = 100;

export function ticking(needed: () => boolean): { readonly now: number } {
  let now = $state(performance.now());
  const timer = setInterval(() => {
    if (needed()) now = performance.now();
  }, TICK_MS);
  onDestroy(() => clearInterval(timer));
  return {
    get now() {
      return now;
    },
  };
}
