import { describe, expect, it } from "vitest";

import { fromRecord, update } from "../src/app/room/fold";
import { type RoomState, unknownRoom } from "../src/app/room/room";
import { firstCommitmentOf, MAX_GAMES, addCommitment } from "../src/features/session/commitments";
import { texts } from "../src/texts";
import { error, finished, GAME, record, seated, started, welcome } from "./helpers";

describe("the stored commitment", () => {
  it("is the first of each game", () => {
    const text = addCommitment(addCommitment(addCommitment(null, "a", "1"), "b", "2"), "a", "3");
    expect([firstCommitmentOf(text, "a"), firstCommitmentOf(text, "b"), firstCommitmentOf(text, "c")]).toEqual(["1", "2", null]);
  });

  it("is dropped for the oldest game beyond the limit", () => {
    let text: string | null = null;
    for (let game = 0; game <= MAX_GAMES; game++) text = addCommitment(text, `g${game}`, "x");
    expect([firstCommitmentOf(text, "g0"), firstCommitmentOf(text, "g1"), firstCommitmentOf(text, `g${MAX_GAMES}`)]).toEqual([null, "x", "x"]);
  });

  it.each(["", "{", "7", "null", "[1]", '[["a"]]', '[["a",1]]'])("is absent if %s was stored", (text) => {
    expect(firstCommitmentOf(text, "a")).toBeNull();
    expect(firstCommitmentOf(addCommitment(text, "a", "1"), "a")).toBe("1");
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

  it("stays reported, whatever follows", () => {
    const room = [other, welcome(0, 0), seated(1, 0, "Ada", "a"), started(2), error("too_fast"), finished(3)].reduce(
      (state, message) => update(state, message, 0),
      fromRecord(record(), 0),
    );
    expect(alarm(room)).toEqual(["c0", "c1"]);
  });

  it("is reported in every language", () => {
    const messages = Object.values(texts).map((language) => language.game.alarm);
    expect(new Set(messages).size).toBe(3);
  });
});
