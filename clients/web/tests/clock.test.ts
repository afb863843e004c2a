import { describe, expect, it } from "vitest";

import { clockText, controlText, isLow, remaining, shownFrom, spentText } from "../src/core/clock";

describe("what is left", () => {
  const clock = shownFrom({ remaining_ms: [60_000, 45_000], running: 0 }, 1000);

  it("goes down for the running seat alone", () => {
    expect(remaining(clock, 0, 3500)).toBe(57_500);
    expect(remaining(clock, 1, 3500)).toBe(45_000);
  });

  it("never goes below nothing, nor up when time seems to run backwards", () => {
    expect(remaining(clock, 0, 1e9)).toBe(0);
    expect(remaining(clock, 0, 0)).toBe(60_000);
  });

  it("stands still while no clock runs, and has no bound when unlimited", () => {
    expect(remaining(shownFrom({ remaining_ms: [5000, null] }, 0), 0, 9999)).toBe(5000);
    expect(remaining(shownFrom({ remaining_ms: [5000, null], running: 1 }, 0), 1, 9999)).toBeNull();
  });
});

describe("as text", () => {
  it.each([
    [null, "∞"],
    [0, "0.0"],
    [99, "0.0"],
    [7349, "7.3"],
    [9999, "9.9"],
    [10_000, "00:10"],
    [59_999, "00:59"],
    [271_000, "04:31"],
    [3_599_999, "59:59"],
    [3_723_000, "1:02:03"],
    [36_000_000, "10:00:00"],
  ])("%s is %s", (ms, text) => expect(clockText(ms)).toBe(text));

  it.each([
    [0, "0.0"],
    [449, "0.4"],
    [12_000, "12.0"],
    [65_000, "1:05"],
    [605_000, "10:05"],
    [3_723_000, "1:02:03"],
  ])("%s spent is %s", (ms, text) => expect(spentText(ms)).toBe(text));

  it("names controls in the field's short form", () => {
    expect(controlText({ kind: "fischer", base_ms: 180_000, increment_ms: 2000 }, "move")).toBe("3+2");
    expect(controlText({ kind: "sudden_death", base_ms: 30_000 }, "move")).toBe("30s+0");
    expect(controlText({ kind: "per_move", time_ms: 30_000 }, "move")).toBe("30s/move");
    expect(controlText({ kind: "unlimited" }, "move")).toBe("∞");
  });
});

describe("low time", () => {
  it("is a tenth of the whole, between 5 and 30 seconds", () => {
    const blitz = { kind: "fischer", base_ms: 180_000, increment_ms: 2000 } as const;
    expect(isLow(18_000, blitz)).toBe(true);
    expect(isLow(18_001, blitz)).toBe(false);
    expect(isLow(30_001, { kind: "sudden_death", base_ms: 3_600_000 })).toBe(false);
    expect(isLow(5000, { kind: "per_move", time_ms: 30_000 })).toBe(true);
    expect(isLow(null, { kind: "unlimited" })).toBe(false);
  });
});
