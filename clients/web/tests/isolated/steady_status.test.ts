import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Status } from "../../src/app/server/socket";
import { steadily } from "../../src/app/server/steady-status";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What is shown when these statuses arrive, each some milliseconds after the previous one. */
function shownOf(...steps: [number, Status][]): Status[] {
  const shown: Status[] = [];
  const tell = steadily((status) => shown.push(status));
  for (const [ms, status] of steps) {
    vi.advanceTimersByTime(ms);
    tell(status);
  }
  vi.advanceTimersByTime(10_000);
  return shown;
}

describe("the status that is shown", () => {
  it("does not flicker when a connection is soon back, however often that happens", () => {
    expect(shownOf([0, "open"], [50, "lost"], [900, "open"], [0, "lost"], [400, "stopped"], [500, "open"])).toEqual(["open", "open", "open"]);
  });

  it("is a loss once the loss has lasted a second, however often it is reported", () => {
    expect(shownOf([0, "open"], [50, "lost"], [600, "lost"], [600, "open"])).toEqual(["open", "lost", "open"]);
    expect(shownOf([0, "open"], [50, "lost"], [600, "stopped"])).toEqual(["open", "stopped"]);
  });

  it("changes at once while a loss is shown; the next loss is delayed again", () => {
    expect(shownOf([0, "lost"], [1500, "stopped"], [0, "lost"], [5000, "open"], [0, "lost"], [999, "open"])).toEqual(["lost", "stopped", "lost", "open", "open"]);
  });

  it("says at once that a connection has been closed for good", () => {
    expect(shownOf([0, "open"], [0, "lost"], [10, "dismissed"])).toEqual(["open", "dismissed"]);
  });
});
