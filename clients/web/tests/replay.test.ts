/** Replays: their pace, the clocks of earlier positions, and what is said of takebacks. */

import { describe, expect, it } from "vitest";

import { fromRecord } from "../src/app/room/fold";
import { createEntry } from "../src/app/room/room";
import { replayDelayMs } from "../src/features/record/replay";
import { record, moved } from "./helpers";
import { OPENING, after, running, takenBack } from "./rooms";

function entryAfter(elapsedMs: number) {
  const event = moved(4, 0, "b2");
  return createEntry("p", 1, { ...event, receipt: { ...event.receipt, elapsed_ms: elapsedMs } });
}

describe("a replay", () => {
  it.each([
    ["even", 100, 1000],
    ["even", 60_000, 1000],
    ["real", 0, 250],
    ["real", 3400, 3400],
    ["real", 600_000, 10_000],
  ] as const)("at %s pace shows the position before a move of %d ms for %d ms", (pace, elapsed, shown) => {
    expect(replayDelayMs(entryAfter(elapsed), pace)).toBe(shown);
  });

  it("knows the clocks of each position", () => {
    const clock = { remaining_ms: [1000, 2000], running: 1 };
    const room = after(running(), moved(4, 0, "b2", { clock }), moved(5, 1, "c3"));
    expect(room.history.map((entry) => entry.clock?.remaining_ms)).toEqual([[180_000, 180_000], [1000, 2000], [180_000, 180_000]]);
    expect(after(room, takenBack(6, 1, 1)).history.at(-1)?.clock?.remaining_ms).toEqual([9000, 9000]);
  });

  it("does not announce a takeback, nor is a spectator told of one", () => {
    const events = [...OPENING, moved(4, 0, "b2"), takenBack(5, 1, 0)];
    expect(fromRecord(record(events, { state: "running" }), 0).notice).toBeNull();
    expect(after(running(null), moved(4, 0, "b2"), takenBack(5, 1, 0)).notice).toBeNull();
    expect(after(running(0), moved(4, 0, "b2"), takenBack(5, 1, 0)).notice?.code).toBe("taken_back");
  });
});
