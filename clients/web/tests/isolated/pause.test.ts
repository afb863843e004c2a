import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { FOLD, type PauseKind, Pause, SHOWDOWN, TRICK } from "../../src/features/record/pause.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pauseAfter = (ply: number): PauseKind | null => ({ 3: SHOWDOWN, 5: FOLD, 7: TRICK })[ply] ?? null;

/** A pause after ply 3, which ended a hand by a showdown; ply 5 ended one by a fold. */
function atShowdown(): Pause {
  const pause = new Pause();
  pause.update(2, pauseAfter, true);
  pause.update(3, pauseAfter, true);
  return pause;
}

describe("the end of a hand", () => {
  it("is shown longer where there are cards to read, whatever follows meanwhile", () => {
    const pause = atShowdown();
    pause.update(4, pauseAfter, true);
    vi.advanceTimersByTime(4500);
    expect(pause.ply).toBe(3);
    vi.advanceTimersByTime(1000);
    expect(pause.ply).toBeNull();
    pause.update(5, pauseAfter, true);
    vi.advanceTimersByTime(3000);
    expect(pause.ply).toBeNull();
  });

  it("is left by its button, which a second tap on the last move does not press", () => {
    const pause = atShowdown();
    expect([pause.ply, pause.ready]).toEqual([3, false]);
    vi.advanceTimersByTime(600);
    expect(pause.ready).toBe(true);
    pause.resume();
    expect([pause.ply, pause.justOver]).toEqual([null, true]);
  });

  it("blocks moves, which a full trick does not", () => {
    const pause = atShowdown();
    expect(pause.allowsMoves).toBe(false);
    for (const ply of [7, 8, 9]) pause.update(ply, pauseAfter, true);
    expect([pause.ply, pause.allowsMoves]).toEqual([7, true]);
    pause.resume();
    expect([pause.ply, pause.allowsMoves, pause.justOver]).toEqual([null, false, false]);
    pause.update(10, pauseAfter, true);
    expect(pause.ply, "it is shown once").toBeNull();
  });

  it("does not hold up a game that is over, or short of time", () => {
    const pause = atShowdown();
    pause.update(4, pauseAfter, false);
    expect(pause.ply).toBeNull();
  });
});
