/** Replays the moves of a game, from the position shown to the newest. */

import { store, stored } from "../../app/browser/storage";
import type { HistoryEntry } from "../../app/room/room";
import { PACES, type Pace, replayDelayMs } from "./replay";
import type { ShownPosition } from "./shown-position.svelte";

const PACE = "replay-pace";

export class Replay {
  isPlaying = $state(false);
  private chosenPace = $state<Pace>(PACES.find((pace) => pace === stored(PACE)) ?? "even");

  /** Must be created while a component is initialised. */
  constructor(history: () => readonly HistoryEntry[], shown: ShownPosition) {
    // Derived: entries remain the same objects, so that a line of chat does not restart the timer.
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
