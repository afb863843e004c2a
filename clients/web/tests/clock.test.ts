import { describe, expect, it } from "vitest";

import vectors from "../../../docs/reference/clock-vectors.json";
import controlTexts from "../../../tests/data/control-texts.json";
import { clockExtras, clockText, controlText, isLow, type SeatClock, type ShownClock, freeMsLeft, seatClock, shownFrom, spentText } from "../src/app/room/clock";
import type { ClockView, Control } from "../src/protocol";
import { texts } from "../src/texts";

describe("the time left", () => {
  const blitz: Control = { kind: "sudden_death", base_ms: 60_000 };
  const clock = shownFrom({ remaining_ms: [60_000, 45_000], running: 0 }, 1000);
  const left = (shown: ShownClock, seat: number, now: number) => seatClock(shown, blitz, seat, now).ms;

  it("decreases only for the running seat", () => {
    expect(left(clock, 0, 3500)).toBe(57_500);
    expect(left(clock, 1, 3500)).toBe(45_000);
  });

  it("is never negative, and does not grow if time runs backwards", () => {
    expect(left(clock, 0, 1e9)).toBe(0);
    expect(left(clock, 0, 0)).toBe(60_000);
  });

  it("is constant while no clock runs, and null when unlimited", () => {
    expect(left(shownFrom({ remaining_ms: [5000, null] }, 0), 0, 9999)).toBe(5000);
    expect(left(shownFrom({ remaining_ms: [5000, null], running: 1 }, 0), 1, 9999)).toBeNull();
  });
});

interface Reading {
  at_ms: number;
  shows: ClockView;
}

interface Vector {
  name: string;
  control: Control;
  turns: { seat: number; looks?: Reading[] }[];
}

describe("the published vectors", () => {
  const readingPairs = (vectors.clocks as Vector[]).flatMap(({ name, control, turns }) =>
    turns.flatMap(({ seat, looks = [] }) => looks.slice(1).map((later, index) => ({ name, control, seat, first: looks[index] as Reading, later }))),
  );

  it("are not empty", () => expect(readingPairs.length).toBeGreaterThan(40));

  it.each(readingPairs)(
    "$name: shows what the server would",
    ({ control, seat, first, later }) => {
      const running = first.shows.free_ms == null ? seat : null;
      const shown = shownFrom({ ...first.shows, running }, first.at_ms);
      expect(freeMsLeft(shown, later.at_ms)).toBe(later.shows.free_ms ?? null);
      later.shows.remaining_ms.forEach((ms, other) => {
        const there = seatClock(shown, control, other, later.at_ms);
        if (control.kind === "hourglass" && other !== seat) expect(Math.abs((there.ms ?? 0) - (ms ?? 0))).toBeLessThan(2);
        else expect(there.ms).toBe(ms);
        expect(there.periods).toBe(later.shows.periods?.[other] ?? null);
        expect(there.moves).toBe(later.shows.moves?.[other] ?? null);
        expect(there.limit).toBe(other === seat ? (later.shows.limit_ms ?? null) : null);
      });
    },
  );

  it("is not negative when all periods are used up", () => {
    const byoyomi: Control = { kind: "byoyomi", base_ms: 0, periods: 2, period_ms: 1000 };
    const shown = shownFrom({ remaining_ms: [500, 1], running: 0, periods: [1, 2] }, 0);
    expect(seatClock(shown, byoyomi, 0, 1499)).toEqual({ ms: 1, periods: 0, moves: null, limit: null });
    expect(seatClock(shown, byoyomi, 0, 9999)).toEqual({ ms: 0, periods: 0, moves: null, limit: null });
    const canadian: Control = { kind: "canadian", base_ms: 0, moves: 3, period_ms: 1000 };
    expect(seatClock(shownFrom({ remaining_ms: [500, 1], running: 0, moves: [2, null] }, 0), canadian, 0, 9999).ms).toBe(0);
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
    [86_400_000, "1 d 00:00"],
    [273_900_000, "3 d 04:05"],
  ])("%s is %s", (ms, text) => expect(clockText(ms)).toBe(text));

  it.each([
    [0, "0.0"],
    [449, "0.4"],
    [12_000, "12.0"],
    [65_000, "1:05"],
    [605_000, "10:05"],
    [3_723_000, "1:02:03"],
  ])("%s spent is %s", (ms, text) => expect(spentText(ms)).toBe(text));

  it.each(controlTexts)("names controls in the field's short form, as the terminal does: $text", ({ text, control }) =>
    expect(controlText(control as Control, "move")).toBe(text),
  );

  describe("beside the time", () => {
    const byoyomi: Control = { kind: "byoyomi", base_ms: 300_000, periods: 5, period_ms: 20_000 };
    const canadian: Control = { kind: "canadian", base_ms: 300_000, moves: 25, period_ms: 600_000 };
    const extras = (control: Control, clock: Partial<SeatClock>) =>
      clockExtras({ ms: 1, periods: null, moves: null, limit: null, ...clock }, control, texts.en);

    it("shows the byo-yomi to come, then how many periods are left with the one that runs", () => {
      expect([5, 4, 1, 0].map((periods) => extras(byoyomi, { periods }))).toEqual(["+ 5×20 s", "5 periods left", "2 periods left", "last period"]);
    });

    it("shows the Canadian overtime to come, then the moves to make in it", () => {
      expect([null, 25, 1].map((moves) => extras(canadian, { moves }))).toEqual(["+ 10:00/25", "25 moves to go", "1 move to go"]);
    });

    it("shows the moves of a stage, the limit of a move, or nothing", () => {
      const stages: Control = { kind: "stages", stages: [{ moves: 40, base_ms: 1 }, { base_ms: 1 }] };
      expect(extras(stages, { moves: 12 })).toBe("12 moves to go");
      expect(extras(stages, {})).toBe("");
      expect(extras(byoyomi, { periods: 5, limit: 7300 })).toBe("+ 5×20 s ≤7.3");
      expect(extras({ kind: "fischer", base_ms: 1, increment_ms: 1 }, { limit: 7300 })).toBe("≤7.3");
    });
  });
});

describe("low time", () => {
  it("is a tenth of the initial time, between 5 and 30 seconds", () => {
    const blitz = { kind: "fischer", base_ms: 180_000, increment_ms: 2000 } as const;
    expect(isLow(18_000, blitz)).toBe(true);
    expect(isLow(18_001, blitz)).toBe(false);
    expect(isLow(30_001, { kind: "sudden_death", base_ms: 3_600_000 })).toBe(false);
    expect(isLow(5000, { kind: "per_move", time_ms: 30_000 })).toBe(true);
    expect(isLow(null, { kind: "unlimited" })).toBe(false);
  });
});
