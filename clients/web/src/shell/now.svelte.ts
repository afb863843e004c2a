/** Reactive times for the clocks on the page. */

import { onDestroy } from "svelte";

import { world } from "./world.svelte";

const TICK_MS = 100;

/** The monotonic time (ms), which only ticks while `needed()`. */
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

const SECOND_MS = 1000;

/** The server's clock (Unix ms), once a second while `needed()`. */
export function serverTime(needed: () => boolean): { readonly now: number } {
  let now = $state(world.serverNow());
  $effect(() => {
    void world.lobby;
    now = world.serverNow();
  });
  const timer = setInterval(() => {
    if (needed()) now = world.serverNow();
  }, SECOND_MS);
  onDestroy(() => clearInterval(timer));
  return {
    get now() {
      return now;
    },
  };
}
