import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { FOLD_MS, HandPause, SHOWDOWN_MS } from "../src/shell/hand-pause.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A pause after ply 3, which ended a hand by a showdown; ply 5 ended one by a fold. */
function atShowdown(): HandPause {
  const pause = new HandPause();
  pause.update(2, lasts, true);
  pause.update(3, lasts, true);
  return pause;
}

const lasts = (ply: number): number | null => ({ 3: SHOWDOWN_MS, 5: FOLD_MS })[ply] ?? null;

describe("the end of a hand", () => {
  it("is shown longer where there are cards to read, whatever follows meanwhile", () => {
    const pause = atShowdown();
    pause.update(4, lasts, true);
    vi.advanceTimersByTime(4500);
    expect(pause.ply).toBe(3);
    vi.advanceTimersByTime(1000);
    expect(pause.ply).toBeNull();
    pause.update(5, lasts, true);
    vi.advanceTimersByTime(3000);
    expect(pause.ply).toBeNull();
  });

  it("is left by its button, which a second tap on the last move does not press", () => {
    const pause = atShowdown();
    expect([pause.ply, pause.ready]).toEqual([3, false]);
    vi.advanceTimersByTime(600);
    expect(pause.ready).toBe(true);
    pause.goOn();
    expect([pause.ply, pause.justOver]).toEqual([null, true]);
  });

  it("does not hold up a game that is over, or short of time", () => {
    const pause = atShowdown();
    pause.update(4, lasts, false);
    expect(pause.ply).toBeNull();
  });
});
