import { describe, expect, it } from "vitest";

import { Absences, SHOWN_AFTER_MS } from "../../src/features/session/absences";

/** The absences, with what was shown and the timers that the test runs. */
function watched(): { absences: Absences; shown: number[][]; pass: (ms: number) => void } {
  const shown: number[][] = [];
  let now = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  const absences = new Absences(
    (seats) => shown.push([...seats].sort()),
    (run, ms) => {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  );
  const pass = (ms: number): void => {
    now += ms;
    for (const timer of [...timers].filter(({ at }) => at <= now)) {
      timers.delete(timer);
      timer.run();
    }
  };
  return { absences, shown, pass };
}

describe("who is shown as away", () => {
  it("is not a player whose page reconnects", () => {
    const { absences, shown, pass } = watched();
    absences.note([true, true]);
    absences.note([true, false]);
    pass(SHOWN_AFTER_MS - 1);
    absences.note([true, true]);
    pass(SHOWN_AFTER_MS);
    expect(shown).toEqual([]);
  });

  it("is who stays away, without flicker when the server repeats it", () => {
    const { absences, shown, pass } = watched();
    absences.note([true, false]);
    pass(SHOWN_AFTER_MS);
    expect(shown).toEqual([[1]]);
    for (let resync = 0; resync < 3; resync += 1) {
      absences.note([true, false]);
      pass(SHOWN_AFTER_MS);
    }
    expect(shown).toEqual([[1]]);
    absences.note([true, true]);
    expect(shown).toEqual([[1], []]);
  });

  it("is empty after the page has closed", () => {
    const { absences, shown, pass } = watched();
    absences.note([false, false]);
    absences.close();
    pass(SHOWN_AFTER_MS);
    expect(shown).toEqual([]);
  });
});
