import { describe, expect, it } from "vitest";

import { firstOf, REMEMBERED, withFirst } from "../src/core/commitments";
import { fromRecord, update } from "../src/core/fold";
import { type RoomState, unknownRoom } from "../src/core/room";
import { texts } from "../src/texts";
import { error, finished, GAME, record, seated, started, welcome } from "./helpers";

describe("what is remembered", () => {
  it("is the first of each game", () => {
    const text = withFirst(withFirst(withFirst(null, "a", "1"), "b", "2"), "a", "3");
    expect([firstOf(text, "a"), firstOf(text, "b"), firstOf(text, "c")]).toEqual(["1", "2", null]);
  });

  it("is bounded, and the oldest game goes", () => {
    let text: string | null = null;
    for (let game = 0; game <= REMEMBERED; game++) text = withFirst(text, `g${game}`, "x");
    expect([firstOf(text, "g0"), firstOf(text, "g1"), firstOf(text, `g${REMEMBERED}`)]).toEqual([null, "x", "x"]);
  });

  it.each(["", "{", "7", "null", "[1]", '[["a"]]', '[["a",1]]'])("is nothing where %s was kept", (text) => {
    expect(firstOf(text, "a")).toBeNull();
    expect(firstOf(withFirst(text, "a", "1"), "a")).toBe("1");
  });
});

describe("another commitment", () => {
  const other = { ...welcome(0, 0), commitment: "c1" };

  function alarm(state: RoomState): [string | null, string | null] {
    return [state.commitment, state.otherCommitment];
  }

  it("is noticed over the socket, and the first one stays", () => {
    const room = update(fromRecord(record(), 0), welcome(0, 0), 0);
    expect(alarm(room)).toEqual(["c0", null]);
    expect(alarm(update(room, other, 0))).toEqual(["c0", "c1"]);
  });

  it("is noticed without a record, and in one", () => {
    const room = update(unknownRoom(GAME), welcome(0, 0), 0);
    expect(alarm(update(room, other, 0))).toEqual(["c0", "c1"]);
    expect(alarm(fromRecord(record(), 0, "b9"))).toEqual(["b9", "c0"]);
    expect(alarm(fromRecord(record(), 0, "c0"))).toEqual(["c0", null]);
  });

  it("is told for good, whatever comes after it", () => {
    const room = [other, welcome(0, 0), seated(1, 0, "Ada", "a"), started(2), error("too_fast"), finished(3)].reduce(
      (state, message) => update(state, message, 0),
      fromRecord(record(), 0),
    );
    expect(alarm(room)).toEqual(["c0", "c1"]);
  });

  it("is told in every language", () => {
    const said = Object.values(texts).map((language) => language.game.alarm);
    expect(new Set(said).size).toBe(3);
  });
});
