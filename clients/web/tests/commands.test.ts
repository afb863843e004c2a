import { describe, expect, it } from "vitest";

import { command, helloMessages, moveToSave, commandsToSend, withSavedMove } from "../src/app/room/commands";
import { fromRecord, update, hasRewound } from "../src/app/room/fold";
import { offerFrom } from "../src/app/room/offers";
import { newestEntry, playableMoves, ply, type RoomState } from "../src/app/room/room";
import type * as p from "../src/protocol";
import { error, finished, GAME, moved, record, seated, welcome } from "./helpers";
import { after, reconnect, OPENING, running, takenBack, types } from "./rooms";

describe("the user's own move", () => {
  const [sent, frame] = command(running(), { type: "move", move: "b2" }, "id1");

  it("is shown at once and cannot be followed by another", () => {
    expect(frame).toEqual({ type: "move", game: GAME, id: "id1", ply: 0, move: "b2" });
    expect(sent.optimistic).toEqual({ id: "id1", ply: 0, move: "b2" });
    expect(playableMoves(running())).toEqual(["a1", "b2", "c3"]);
    expect(playableMoves(sent)).toEqual([]);
  });

  it("is confirmed by acknowledgement and event in either order", () => {
    const ack: p.Ack = { type: "ack", game: GAME, id: "id1", seq: 4 };
    for (const messages of [[ack, moved(4, 0, "b2")], [moved(4, 0, "b2"), ack]]) {
      const room = after(sent, ...messages);
      expect([room.optimistic, room.pending.size, ply(room)]).toEqual([null, 0, 1]);
    }
  });

  it("is undone when refused, and the legal moves are playable again", () => {
    const room = after(sent, error("illegal_move", "id1"));
    expect([room.optimistic, room.pending.size]).toEqual([null, 0]);
    expect(playableMoves(room)).toEqual(["a1", "b2", "c3"]);
    expect(room.notice).toMatchObject({ code: "illegal_move", message: "No." });
  });

  it("leaves no error under a move that has been made, from another tab", () => {
    const made = after(sent, moved(4, 0, "b2"));
    const room = after(made, error("wrong_ply", "id1"));
    expect([room.notice, room.pending.size]).toEqual([null, 0]);
    const other = after(after(sent, moved(4, 0, "a1")), error("wrong_ply", "id1"));
    expect(other.notice).toMatchObject({ code: "wrong_ply" });
  });

  it("stays when another command is refused", () => {
    expect(after(sent, error("no_draws", "id2")).optimistic?.id).toBe("id1");
  });

  it.each(["retry", "read_only", "busy"])("stays pending after error %s", (code) => {
    const room = after(sent, error(code, "id1"));
    expect([room.optimistic?.id, room.pending.has("id1"), room.notice]).toEqual(["id1", true, null]);
  });

  it("stays pending while the game is paused", () => {
    const room = after(sent, { ...error("wrong_state", "id1"), state: "paused" });
    expect([room.optimistic?.id, room.pending.has("id1"), room.notice]).toEqual(["id1", true, null]);
  });

  it("is dropped when the game has ended", () => {
    expect(after(sent, finished(4)).optimistic).toBeNull();
  });
});

describe("a reconnection", () => {
  const [one] = command(running(), { type: "move", move: "b2" }, "id1");

  it("requests the missing events", () => {
    expect(helloMessages(running())[1]).toEqual([{ type: "hello", game: GAME, since: 3 }]);
  });

  it("sends every pending command again, with its id, in order, once synced", () => {
    const [two] = command(one, { type: "draw", action: "offer" }, "id2");
    expect(types(reconnect(two)[1])).toEqual(["hello"]);
    expect(types(reconnect(two, welcome(0, 3))[1])).toEqual(["hello", "id1", "id2"]);
    const said: p.Said = { type: "said", game: GAME, seq: 4, at: 0, name: "Cyd", text: "hi" };
    expect(types(reconnect(two, welcome(0, 4))[1])).toEqual(["hello"]);
    expect(types(reconnect(two, welcome(0, 4), said)[1])).toEqual(["hello", "id1", "id2"]);
    expect(types(reconnect(two, welcome(0, 4), said, { ...said, seq: 5 })[1])).toEqual(["hello", "id1", "id2"]);
    const answered = after(two, { type: "ack", game: GAME, id: "id1", seq: 4 });
    expect(types(reconnect(answered, welcome(0, 3))[1])).toEqual(["hello", "id2"]);
  });

  it("does not send a move for a position that was taken back", () => {
    const played = after(running(), moved(4, 0, "b2"), moved(5, 1, "a1"));
    const [lost] = command(played, { type: "move", move: "c3" }, "id1");
    const [room, sent] = reconnect(lost, welcome(0, 7), takenBack(6, 1, 1), moved(7, 1, "a3"));
    expect([types(sent), ply(room), room.pending.size, room.optimistic]).toEqual([["hello"], 2, 0, null]);
    expect(room.notice?.code).toBe("move_given_up");
    expect(after(room, moved(8, 2, "c3")).notice).toBeNull();
  });

  it("does not answer a newer offer with the answer to an older one, and keeps its own offer", () => {
    const offer = (seq: number, seat: number): p.Offered => ({ type: "offered", game: GAME, seq, at: 0, seat, what: "draw" });
    const [accepts] = command(after(running(), offer(4, 1)), { type: "draw", action: "accept" }, "id1");
    const declined: p.Answered = { type: "answered", game: GAME, seq: 5, at: 0, seat: 0, what: "draw" };
    const [room, sent] = reconnect(accepts, welcome(0, 6), declined, offer(6, 1));
    expect([types(sent), room.notice?.code, offerFrom(room, "draw")]).toEqual([["hello"], "answer_given_up", 1]);
    const [offers] = command(running(), { type: "draw", action: "offer" }, "id1");
    expect(types(reconnect(offers, welcome(0, 4), offer(4, 0))[1])).toEqual(["hello", "id1"]);
    expect(after(offers, offer(4, 1)).pending.size).toBe(1);
  });

  it("ignores legal moves of an older ply", () => {
    const late: p.Turn = { type: "turn", game: GAME, ply: 0, legal: ["a1"] };
    expect(after(running(), moved(4, 0, "b2"), late).legal).toEqual([]);
  });
});

describe("a server that was rolled back", () => {
  const played = after(running(), moved(4, 0, "b2"), moved(5, 1, "a1"));
  const [lost] = command(played, { type: "move", move: "c3" }, "id1");

  it("makes the page drop the room and request all events again", () => {
    const [greeted] = helloMessages(lost);
    const back = update(greeted, welcome(0, 4), 1000);
    expect([hasRewound(greeted, back), back.seq, back.target, back.phase, ply(back)]).toEqual([true, 0, null, "open", 0]);
    expect([newestEntry(back)?.position, back.seats, back.commitment]).toEqual(["......... x", [{ reserved: "Ada" }, { reserved: "Ponderer" }], "c0"]);
    expect([back.pending.size, back.optimistic, moveToSave(back), commandsToSend(greeted, back)]).toEqual([0, null, null, []]);
    expect(back.notice?.code).toBe("went_back");
    expect(helloMessages(back)[1]).toEqual([{ type: "hello", game: GAME, since: 0 }]);
    expect(hasRewound(back, update(back, welcome(0, 4), 1000))).toBe(false);
  });

  it("is reported until the user has read it, even after further moves", () => {
    const back = update(helloMessages(lost)[0], welcome(0, 3), 1000);
    const past = [...OPENING, moved(4, 0, "c3"), takenBack(5, 1, 0)];
    const updated = after(back, welcome(0, 5), ...past, moved(6, 0, "a1"), moved(7, 1, "b2"));
    expect([updated.notice?.code, updated.notice?.key, ply(updated)]).toEqual(["went_back", back.notice?.key, 2]);
    const read = after({ ...updated, notice: null }, moved(8, 2, "c3"));
    expect(read.notice).toBeNull();
  });

  it("is noticed by fewer events; as many or more are not enough", () => {
    for (const seq of [5, 6]) expect(hasRewound(lost, update(helloMessages(lost)[0], welcome(0, seq), 1000))).toBe(false);
  });

  it("is detected despite as many or more events if our last event has another time there", () => {
    const [dated] = helloMessages(after(running(), moved(4, 0, "b2"), { ...moved(5, 1, "a1"), at: 77 }));
    expect([dated.seq, dated.at]).toEqual([5, 77]);
    for (const seq of [5, 6, 20]) {
      const back = update(dated, welcome(0, seq, 78), 1000);
      expect([hasRewound(dated, back), back.seq, back.at, back.notice?.code]).toEqual([true, 0, 0, "went_back"]);
      expect(hasRewound(back, update(helloMessages(back)[0], welcome(0, seq), 1000))).toBe(false);
      expect(hasRewound(dated, update(dated, welcome(0, seq, 77), 1000))).toBe(false);
    }
  });
});

describe("sitting down", () => {
  const open = after(fromRecord(record([]), 0), welcome(null, 0));

  it("assigns the seat with the acknowledgement", () => {
    const [asked] = command(open, { type: "sit", seat: 1 }, "s");
    expect(asked.you).toBeNull();
    expect(after(asked, seated(1, 1, "Ada"), { type: "ack", game: GAME, id: "s", seq: 1 }).you).toBe(1);
    expect(after(asked, error("seat_taken", "s")).you).toBeNull();
  });

  it("gives the seat up with leave", () => {
    const [asked] = command({ ...open, you: 1 }, { type: "leave" }, "l");
    expect(after(asked, { type: "ack", game: GAME, id: "l", seq: 2 }).you).toBeNull();
  });
});

describe("a server that cannot store anything", () => {
  const halted = after(running(), error("read_only"));

  it("is halted until something is stored or a welcome arrives", () => {
    expect([halted.halted, halted.notice]).toEqual([true, null]);
    const ack: p.Ack = { type: "ack", game: GAME, id: "id1", seq: 4 };
    for (const message of [ack, moved(4, 0, "b2"), welcome(0, 3)]) expect(after(halted, message).halted).toBe(false);
  });

  it("stays halted when a move is played meanwhile", () => {
    const [played] = command(halted, { type: "move", move: "b2" }, "id1");
    expect(played.halted).toBe(true);
    expect(after(running(), error("read_only", "id1")).halted).toBe(true);
  });
});

describe("a move that is pending when the page is reloaded", () => {
  const [sent] = command(running(), { type: "move", move: "b2" }, "id1");
  const savedMove = moveToSave(sent);
  const again = (...events: p.RoomEvent[]): RoomState => {
    if (!savedMove) throw new Error("no move is saved");
    return withSavedMove(fromRecord(record([...OPENING, ...events], { state: "running" }), 0), savedMove);
  };

  it("is pending again, with its id", () => {
    expect(savedMove).toMatchObject({ frame: { id: "id1", ply: 0, move: "b2" }, takenBack: 0 });
    expect([again().optimistic?.id, types([...again().pending.values()])]).toEqual(["id1", ["id1"]]);
    expect(types(reconnect(again(), welcome(0, 3))[1])).toEqual(["hello", "id1"]);
  });

  it("is absent if there was none, or if the server has it", () => {
    expect(moveToSave(running())).toBeNull();
    expect(again(moved(4, 0, "b2"))).toMatchObject({ optimistic: null, notice: null });
  });

  it.each([
    ["another move", [moved(4, 0, "c3")]],
    ["a takeback", [moved(4, 0, "c3"), takenBack(5, 1, 0)]],
    ["the end", [finished(4)]],
  ])("is dropped with a notice after %s", (_, events) => {
    expect(again(...events)).toMatchObject({ optimistic: null, notice: { code: "move_not_played" } });
  });
});
