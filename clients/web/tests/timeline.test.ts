import { describe, expect, it } from "vitest";

import { fromRecord, update } from "../src/app/room/fold";
import { RowBuilder, groupInRounds, lentTime, lineText, moveRows, moveText, ponderTotals } from "../src/app/room/timeline";
import { moved, record, started, threw } from "./helpers";
import { takenBack } from "./rooms";
import { becoming, moving } from "./toys";

const ponder = (hit: boolean, depth_gain: number) => ({ engine: { ponder: { hit, nodes: 1000, depth_gain } } });
const events = [
  started(1),
  threw(2, 0, 0, 5, 0),
  moved(3, 0, "24-19", { turn: null }),
  threw(4, 1, 1, 2, 1),
  moved(5, 1, "1-7", ponder(true, 4)),
  moved(6, 2, "19-13"),
  moved(7, 3, "7-13", ponder(false, 0)),
];
const { history } = events.reduce((room, event) => update(room, event, 0), fromRecord(record(), 0));

describe("pieces laid out before the game", () => {
  it("share a cell for each seat, on a line without a number", () => {
    const lay = (seq: number, seat: number) => moved(seq, seq - 2, seat === 0 ? `ship${seq}` : "?", { seat });
    const events = [started(1), lay(2, 0), lay(3, 0), lay(4, 1), lay(5, 1), lay(6, 1), moved(7, 5, "a1", { seat: 0 }), moved(8, 6, "b2", { seat: 1 }), moved(9, 7, "c3", { seat: 0 })];
    const maker = new RowBuilder(undefined, (move) => /^ship|^\?/.test(move));
    const shown = (count: number) => {
      const { history } = events.slice(0, count).reduce((room, event) => update(room, event, 0), fromRecord(record(), 0));
      return maker.rounds(history, 2).map(({ number, rows }) => `${number}: ${rows.map((row) => (row.kind === "move" ? `${row.seat} ${row.firstPly}-${row.ply}` : "")).join(", ")}`);
    };
    expect(shown(3)).toEqual(["null: 0 1-2"]);
    expect(shown(5)).toEqual(["null: 0 1-2, 1 3-4"]);
    expect(shown(9)).toEqual(["null: 0 1-2, 1 3-5", "1: 0 6-6, 1 7-7", "2: 0 8-8"]);
  });
});

describe("the move list", () => {
  const rows = moveRows(history);

  it("has each move with its throw, its time and its ply", () => {
    expect(rows.map(({ ply, seat, move, thrown, spentMs }) => [ply, seat, move, thrown, spentMs])).toEqual([
      [1, 0, "24-19", [5], 1000],
      [2, 1, "1-7", [2], 2000],
      [3, 0, "19-13", null, 3000],
      [4, 1, "7-13", null, 4000],
    ]);
  });

  it("pairs the moves of a turn, also when seat 1 began or moves twice", () => {
    const plies = (of: typeof rows) => groupInRounds(of, 2).map((line) => line.map((row) => row.ply));
    expect(plies(rows)).toEqual([[1, 2], [3, 4]]);
    expect(plies(rows.slice(1))).toEqual([[2], [3, 4]]);
    const [a, b] = rows;
    if (!a || !b) throw new Error("rows");
    expect(plies([a, b, { ...b, ply: 9 }])).toEqual([[1, 2], [9]]);
  });

  it("shows moves as the game writes them, from the position before", () => {
    const one = [{ ...started(1), position: "x........" }, moved(2, 0, "a3-b2")];
    const played = one.reduce((room, event) => update(room, event, 0), fromRecord(record(), 0)).history;
    expect(moveText(becoming, played, 1, "en")).toBe("9:a3-b2");
    expect(moveText(becoming, played, 0, "en")).toBe("");
    expect(moveText(moving, history, 1, "en")).toBe("24-19");
    expect(lineText(becoming, "x", ["a3-b2", "b2-c1"], "en")).toEqual(["1:a3-b2", "9:b2-c1"]);
    expect(lineText(moving, "B", ["24-19", "1-7"], "en")).toEqual(["24-19", "1-7"]);
  });

  it("sums up what pondering gained", () => {
    expect(ponderTotals(rows)).toEqual({ replies: 2, hits: 1, gainedPlies: 4, nodes: 2000 });
    expect(ponderTotals(rows.slice(2, 3))).toBeNull();
  });

  it("says what the bot gained from the player's time", () => {
    expect(lentTime(rows, 0)).toEqual({ seconds: 4, plies: 2, hits: 1, replies: 2 });
    expect(lentTime(rows, 1)).toBeNull();
  });
});

describe("a list that grows", () => {
  const first = [started(1), moved(2, 0, "24-19"), moved(3, 1, "1-7"), moved(4, 2, "19-13")];
  const room = first.reduce((state, event) => update(state, event, 0), fromRecord(record(), 0));

  it("keeps the rows and rounds that have not changed", () => {
    const maker = new RowBuilder();
    const before = maker.rounds(room.history, 2);
    const rows = maker.rows(room.history);
    const after = maker.rounds(update(room, moved(5, 3, "7-13"), 0).history, 2);
    expect(after).toHaveLength(2);
    expect(after[0]).toBe(before[0]);
    expect(after[1]?.rows[0]).toBe(rows[2]);
  });

  it("has the move that only throws in one cell with the play after it", () => {
    const dice = { ...threw(3, 1, 1, 6, 0), values: [6, 2], seat: 0 };
    const begun = [started(1), moved(2, 0, "roll", { turn: 0 }), dice];
    const of = (events: typeof begun) => events.reduce((state, event) => update(state, event, 0), fromRecord(record(), 0)).history;
    const maker = new RowBuilder("roll");
    const shown = (list: ReturnType<typeof of>) => maker.rows(list).map((row) => row.kind === "move" && [row.firstPly, row.ply, row.move, row.thrown, row.spentMs]);
    expect(shown(of(begun))).toEqual([[1, 1, "roll", [6, 2], 1000]]);
    const played = of([...begun, moved(4, 1, "24/16", { seat: 0 }), moved(5, 2, "double", { seat: 1, turn: 0 }), moved(6, 3, "take", { seat: 0, turn: 1 })]);
    expect(shown(played)).toEqual([
      [1, 2, "24/16", [6, 2], 3000],
      [3, 3, "double", null, 3000],
      [4, 4, "take", null, 4000],
    ]);
    expect(maker.rounds(played, 2).map(({ rows }) => rows.map(({ seat }) => seat))).toEqual([[0, 1], [0]]);
    expect(new RowBuilder().rows(played)).toHaveLength(4);
  });

  it("rebuilds what a takeback or another throw has changed", () => {
    const maker = new RowBuilder();
    maker.rounds(history, 2);
    const shorter = update(room, takenBack(5, 1, 2), 0).history;
    expect(maker.rounds(shorter, 2)).toEqual(new RowBuilder().rounds(shorter, 2));
    for (let count = 1; count <= history.length; count += 1) {
      expect(maker.rounds(history.slice(0, count), 2)).toEqual(new RowBuilder().rounds(history.slice(0, count), 2));
    }
  });
});
