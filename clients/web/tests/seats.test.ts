/** Games for more than two: who threw what, lists in rounds, results with names. */

import { describe, expect, it } from "vitest";

import { fromRecord, update } from "../src/app/room/fold";
import { diceOf, newestEntry } from "../src/app/room/room";
import { RowBuilder, groupInRounds, moveRows } from "../src/app/room/timeline";
import { resultText, winners } from "../src/app/words/format";
import type * as p from "../src/protocol";
import { en } from "../src/texts/en";
import { GAME, moved, record, started, threw } from "./helpers";

const NAMES = ["Ann", "Bob", "Cyd", "Dan", "Eve", "Fay"];
const sitting = (count: number): p.SeatView[] => NAMES.slice(0, count).map((name) => ({ player: { name } }));

/** A throw of `value` by `seat`, after which `turn` is to move. */
function thrown(seq: number, ply: number, value: number, turn: number | null, seat: number | null): p.Threw {
  return { ...threw(seq, seq, ply, value, 0), turn, seat };
}

function history(...events: p.RoomEvent[]) {
  const seats = sitting(3);
  return events.reduce((room, event) => update(room, event, 0), fromRecord(record([], { seats }), 0)).history;
}

function shown(entries: ReturnType<typeof history>): string[] {
  return new RowBuilder().rows(entries).map((row) => `${row.seat}:${row.thrown?.join("") ?? ""}:${row.kind === "move" ? row.move : "-"}`);
}

const walk = (seq: number, ply: number, seat: number) => moved(seq, ply, "walk", { seat, turn: null });

describe("a throw", () => {
  it("belongs to who threw it and moves with it", () => {
    const entries = history(started(1), thrown(2, 0, 5, 0, 0), walk(3, 0, 0), thrown(4, 1, 2, 1, 1), walk(5, 1, 1));
    expect(shown(entries)).toEqual(["0:5:walk", "1:2:walk"]);
  });

  it("stands alone where its seat cannot move with it, and is not given to the next one", () => {
    const entries = history(started(1), thrown(2, 0, 1, null, 0), thrown(3, 0, 6, 1, 1), walk(4, 0, 1));
    expect(shown(entries)).toEqual(["0:1:-", "1:6:walk"]);
    const skipped = history(started(1), thrown(2, 0, 1, 1, 0), moved(3, 0, "walk", { seat: 1 }));
    expect(shown(skipped)).toEqual(["0:1:-", "1::walk"]);
  });

  it("may come twice before a move: the last one is played", () => {
    const entries = history(started(1), thrown(2, 0, 6, null, 0), thrown(3, 0, 4, 0, 0), walk(4, 0, 0));
    expect(shown(entries)).toEqual(["0:6:-", "0:4:walk"]);
  });

  it("waits in no list while its seat is to move, and lies on the table", () => {
    const room = [started(1), thrown(2, 0, 6, 2, 2)].reduce((state, event) => update(state, event, 0), fromRecord(record(), 0));
    expect(new RowBuilder().rows(room.history)).toEqual([]);
    expect(diceOf(newestEntry(room))).toEqual({ seat: 2, values: [6] });
  });

  it("whose owner an old record does not tell is the next mover's", () => {
    const { seat: _, ...old } = thrown(2, 0, 5, 0, 0);
    expect(shown(history(started(1), old as p.Threw, walk(3, 0, 1)))).toEqual(["1:5:walk"]);
  });

  it("leaves the moves unchanged", () => {
    const entries = history(started(1), thrown(2, 0, 1, null, 0), thrown(3, 0, 6, 1, 1), walk(4, 0, 1));
    expect(moveRows(entries).map(({ ply, seat }) => [ply, seat])).toEqual([[1, 1]]);
  });

  it("that is a deal is no dice", () => {
    const deal: p.Threw = { type: "threw", game: GAME, at: 0, seq: 2, k: 0, ply: 0, kind: "shuffle", values: [2, 0, 1], position: "dealt" };
    expect(diceOf(history(started(1), deal).at(-1))).toBeUndefined();
  });
});

describe("rounds", () => {
  it.each([3, 6])("of %s seats have a line each, begun anew when the order starts again", (seats) => {
    const rows = Array.from({ length: 2 * seats + 1 }, (_, ply) => ({ ply, seat: ply % seats }));
    expect(groupInRounds(rows, seats).map((line) => line.length)).toEqual([seats, seats, 1]);
  });

  it("go on where a seat is left out", () => {
    expect(groupInRounds([0, 2, 0, 1, 2].map((seat) => ({ seat })), 3).map((line) => line.map(({ seat }) => seat))).toEqual([[0, 2], [0, 1, 2]]);
  });
});

describe("a result", () => {
  it("has everybody's name where more than two play, the best first", () => {
    const shown = (scores: number[]) => resultText(scores, sitting(scores.length), en).replaceAll("\u00a0", " ");
    expect(shown([0.5, 1, 0])).toBe("1. Bob 1, 2. Ann ½, 3. Cyd 0");
    expect(shown([1 / 5, 1 / 5, 0, 1 / 5, 1 / 5, 1 / 5])).toBe("1. Ann 0.20, 1. Bob 0.20, 1. Dan 0.20, 1. Eve 0.20, 1. Fay 0.20, 6. Cyd 0");
    expect(resultText([1, 0], sitting(2), en)).toBe("1–0");
    expect(resultText(null, sitting(3), en)).toBe("");
  });

  it("tells the seats of one bot apart", () => {
    const seats = ["Ann", "Deep", "Deep"].map((name) => ({ player: { name } }));
    expect(resultText([0, 1, 0.5], seats, en).replaceAll("\u00a0", " ")).toBe("1. Deep (2) 1, 2. Deep (3) ½, 3. Ann 0");
  });

  it("may have several winners", () => {
    expect(winners([0.5, 0, 0.5])).toEqual([0, 2]);
    expect(en.result.shared(["Ann", "Cyd"])).toBe("Ann, Cyd share the win");
  });
});
