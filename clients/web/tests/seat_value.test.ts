/** An engine's value belongs to the seat that it names, whichever seat is to move. */

import { describe, expect, it } from "vitest";

import { seatOfValues, valueForSeat } from "../src/features/record/seat-value";
import type { Info } from "../src/protocol";
import { running } from "./rooms";

const TWO = { seat: 0, seats: 2 };

describe("a value", () => {
  it("is the same for its own seat, in any unit", () => {
    expect(valueForSeat(0, 3, { ...TWO, unit: "discs" })).toBe(3);
    expect(valueForSeat(0, 0.25, { ...TWO, unit: "win_probability" })).toBe(0.25);
    expect(valueForSeat(4, 7, { seat: 4, seats: 6, unit: "tricks" })).toBe(7);
  });

  it("is the opposite for the other of two seats", () => {
    expect(valueForSeat(1, 3, { ...TWO, unit: "discs" })).toBe(-3);
    expect(valueForSeat(1, 0, { ...TWO, unit: "points" })).toBe(0);
    expect(valueForSeat(1, 0.25, { ...TWO, unit: "win_probability" })).toBe(0.75);
  });

  it("is unknown to one of several opponents, and where tricks are counted", () => {
    expect(valueForSeat(1, 3, { seat: 0, seats: 3, unit: "points" })).toBeUndefined();
    expect(valueForSeat(1, 3, { ...TWO, unit: "tricks" })).toBeUndefined();
  });
});

describe("an engine's value", () => {
  const info = (more: Partial<Info>): Info => ({ type: "info", game: "g", ply: 0, mode: "pondering", seat: 1, value: 0.2, ...more });

  it("is of the seat that it names, also where that is not to move", () => {
    expect(seatOfValues(info({ value_seat: 1 }), running())).toBe(1);
    expect(seatOfValues(info({ value_seat: 0 }), running())).toBe(0);
  });

  it("is else of the side to move, or before a throw of the engine's seat", () => {
    const room = running();
    expect(seatOfValues(info({}), room)).toBe(0);
    const thrown = { ...room, history: room.history.map((entry) => ({ ...entry, turn: null })) };
    expect(seatOfValues(info({}), thrown)).toBe(1);
    expect(seatOfValues(info({ value_seat: 0 }), thrown)).toBe(0);
  });
});
