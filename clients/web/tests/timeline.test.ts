import { describe, expect, it } from "vitest";

import { xiangqi } from "../src/boards/xiangqi";
import { ewn } from "../src/boards/ewn";
import { fromRecord, update } from "../src/core/fold";
import { inTurns, lineText, moveRows, moveText, ponderSum } from "../src/core/timeline";
import { moved, record, started, threw } from "./helpers";

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
const { frames } = events.reduce((room, event) => update(room, event, 0), fromRecord(record(), 0));

describe("the move list", () => {
  const rows = moveRows(frames);

  it("has each move with its throw, its time and its ply", () => {
    expect(rows.map(({ ply, seat, move, thrown, spentMs }) => [ply, seat, move, thrown, spentMs])).toEqual([
      [1, 0, "24-19", [5], 1000],
      [2, 1, "1-7", [2], 2000],
      [3, 0, "19-13", null, 3000],
      [4, 1, "7-13", null, 4000],
    ]);
  });

  it("pairs the moves of a turn, also when seat 1 began or moves twice", () => {
    const plies = (of: typeof rows) => inTurns(of, 2).map((line) => line.map((row) => row.ply));
    expect(plies(rows)).toEqual([[1, 2], [3, 4]]);
    expect(plies(rows.slice(1))).toEqual([[2], [3, 4]]);
    const [a, b] = rows;
    if (!a || !b) throw new Error("rows");
    expect(plies([a, b, { ...b, ply: 9 }])).toEqual([[1, 2], [9]]);
  });

  it("shows moves as the game's people write them, from the position before", () => {
    const start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    const one = [{ ...started(1), position: start }, moved(2, 0, "h2e2")];
    const played = one.reduce((room, event) => update(room, event, 0), fromRecord(record(), 0)).frames;
    expect(moveText(xiangqi, played, 1, "zh-Hans")).toBe("炮二平五");
    expect(moveText(xiangqi, played, 0, "zh-Hans")).toBe("");
    expect(moveText(ewn, frames, 1, "en")).toBe("24-19");
    expect(lineText(xiangqi, start, ["h2e2", "h9g7", "h0g2"], "zh-Hans")).toEqual(["炮二平五", "马8进7", "马二进三"]);
    expect(lineText(ewn, "B", ["24-19", "1-7"], "en")).toEqual(["24-19", "1-7"]);
  });

  it("sums up what pondering brought", () => {
    expect(ponderSum(rows)).toEqual({ of: 2, hits: 1, gained: 4, nodes: 2000 });
    expect(ponderSum(rows.slice(2, 3))).toBeNull();
  });
});
