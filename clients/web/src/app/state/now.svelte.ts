/** Reactive times for the clocks on the page. */

import { onDestroy } from "svelte";

import { world } from "./world.svelte";

const TICK_MS = 100;
const SECOND_MS = 1000;

interface Time {
  readonly now: number;
}

/** The monotonic time (ms); it ticks only while `needed()`. */
export function ticking(needed: () => boolean): Time {
  return sampled(() => performance.now(), TICK_MS, needed);
}

/** The server's clock (Unix ms), updated every second while `needed()`, and with each message of the lobby. */
export function serverTime(needed: () => boolean): Time {
  return sampled(() => world.serverNow(), SECOND_MS, needed, () => world.lobby);
}

/** The result of `read`, updated every `everyMs` while `needed()`, and when `source` changes. */
function sampled(read: () => number, everyMs: number, needed: () => boolean, source: () => unknown = () => undefined): Time {
  let now = $state(read());
  $effect(() => {
    void source();
    now = read();
  });
  const timer = setInterval(() => {
    if (needed()) now = read();
  }, everyMs);
  onDestroy(() => clearInterval(timer));
  return {
    get now() {
      return now;
    },
  };
}
