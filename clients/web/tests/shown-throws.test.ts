import { describe, expect, it } from "vitest";

import { fromRecord, update } from "../src/app/room/fold";
import { shownThrows } from "../src/features/play/shown-throws";
import type * as p from "../src/protocol";
import { moved, record, started, threw } from "./helpers";

/** A throw of `values` by `seat`, after which `turn` is to move. */
function thrown(seq: number, ply: number, values: number[], turn: number, seat: number | null): p.Threw {
  return { ...threw(seq, seq, ply, 1, turn), values, seat };
}

function history(...events: p.RoomEvent[]) {
  return events.reduce((room, event) => update(room, event, 0), fromRecord(record(), 0)).history;
}

const opening = [started(1), thrown(2, 0, [3, 5], 1, null)];
const played = [...opening, moved(3, 0, "a", { seat: 1, turn: 0 })];
const rolled = [...played, moved(4, 1, "roll", { seat: 0, turn: 0 }), thrown(5, 2, [6, 2], 0, 0)];

describe("the throws on the board", () => {
  it("begin with one die per side", () => {
    expect(shownThrows(history(started(1)), 0)).toEqual([]);
    expect(shownThrows(history(...opening), 0)).toEqual([{ seat: 1, values: [3, 5], isOver: false, isOpening: true }]);
  });

  it("lie there after the move until the other side throws", () => {
    expect(shownThrows(history(...played), 1)).toEqual([{ seat: 1, values: [3, 5], isOver: true, isOpening: true }]);
  });

  it("are the mover's and those of the move before", () => {
    expect(shownThrows(history(...rolled), 2)).toEqual([
      { seat: 0, values: [6, 2], isOver: false, isOpening: false },
      { seat: 1, values: [3, 5], isOver: true, isOpening: false },
    ]);
  });

  it("are those of the ply shown, not the newest", () => {
    const more = history(...rolled, moved(6, 2, "b", { seat: 0, turn: 1 }), thrown(7, 3, [1, 1], 1, 1));
    expect(shownThrows(more, 3).map(({ values }) => values)).toEqual([[1, 1], [6, 2]]);
    expect(shownThrows(more, 0).map(({ values }) => values)).toEqual([[3, 5]]);
  });

  it("are not taken for an opening in records that know no seats", () => {
    const old = [...played, thrown(4, 1, [6, 2], 0, null)];
    expect(shownThrows(history(...old), 1)[0]).toEqual({ seat: 0, values: [6, 2], isOver: false, isOpening: false });
  });
});
