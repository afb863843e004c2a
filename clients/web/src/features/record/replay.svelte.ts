/** Plays a game's moves one after the other, from the position shown to the newest. */

import { store, stored } from "../../app/browser/storage";
import type { HistoryEntry } from "../../app/room/room";
import { PACES, type Pace, replayDelayMs } from "./replay";
import type { ShownPosition } from "./shown-position.svelte";

const PACE = "replay-pace";

export class Replay {
  isPlaying = $state(false);
  private chosenPace = $state<Pace>(PACES.find((pace) => pace === stored(PACE)) ?? "even");

  /** Must be made while a component is. */
  constructor(history: () => readonly HistoryEntry[], shown: ShownPosition) {
    // Entries stay the same objects, so that a line of chat does not start the time anew.
    const following = $derived(history()[shown.ply + 1]);
    $effect(() => {
      const next = following;
      if (!this.isPlaying) return;
      if (!next) {
        this.isPlaying = false;
        return;
      }
      const timer = setTimeout(() => shown.show(shown.ply + 1), replayDelayMs(next, this.pace));
      return () => clearTimeout(timer);
    });
  }

  get pace(): Pace {
    return this.chosenPace;
  }

  set pace(pace: Pace) {
    this.chosenPace = pace;
    store(PACE, pace);
  }

  play(): void {
    this.isPlaying = true;
  }

  pause(): void {
    this.isPlaying = false;
  }
}
