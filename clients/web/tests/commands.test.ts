import { describe, expect, it } from "vitest";

import { command, greeting, moveToSave, released, withSavedMove } from "../src/core/commands";
import { fromRecord, update, wentBack } from "../src/core/fold";
import { offerFrom } from "../src/core/offers";
import { newest, playable, ply, type RoomState } from "../src/core/room";
import type * as p from "../src/protocol";
import { error, finished, GAME, moved, record, seated, welcome } from "./helpers";
import { after, cameBack, OPENING, running, takenBack, types } from "./rooms";

describe("a move of yours", () => {
  const [sent, frame] = command(running(), { type: "move", move: "b2" }, "id1");

  it("is shown at once and cannot be followed by another", () => {
    expect(frame).toEqual({ type: "move", game: GAME, id: "id1", ply: 0, move: "b2" });
    expect(sent.optimistic).toEqual({ id: "id1", ply: 0, move: "b2" });
    expect(playable(running())).toEqual(["a1", "b2", "c3"]);
    expect(playable(sent)).toEqual([]);
  });

  it("stands once the server says so, in whichever order it does", () => {
    const ack: p.Ack = { type: "ack", game: GAME, id: "id1", seq: 4 };
    for (const messages of [[ack, moved(4, 0, "b2")], [moved(4, 0, "b2"), ack]]) {
      const room = after(sent, ...messages);
      expect([room.optimistic, room.pending.size, ply(room)]).toEqual([null, 0, 1]);
    }
  });

  it("is taken back when refused, and the legal moves are there again", () => {
    const room = after(sent, error("illegal_move", "id1"));
    expect([room.optimistic, room.pending.size]).toEqual([null, 0]);
    expect(playable(room)).toEqual(["a1", "b2", "c3"]);
    expect(room.notice).toMatchObject({ code: "illegal_move", message: "No." });
  });

  it("stays when another command is refused", () => {
    expect(after(sent, error("no_draws", "id2")).optimistic?.id).toBe("id1");
  });

  it.each(["retry", "read_only", "busy"])("stays under way on %s", (code) => {
    const room = after(sent, error(code, "id1"));
    expect([room.optimistic?.id, room.pending.has("id1"), room.notice]).toEqual(["id1", true, null]);
  });

  it("stays under way while the game is paused", () => {
    const room = after(sent, { ...error("wrong_state", "id1"), state: "paused" });
    expect([room.optimistic?.id, room.pending.has("id1"), room.notice]).toEqual(["id1", true, null]);
  });

  it("is gone when the game has ended under it", () => {
    expect(after(sent, finished(4)).optimistic).toBeNull();
  });
});

describe("coming back", () => {
  const [one] = command(running(), { type: "move", move: "b2" }, "id1");

  it("asks for what is missing", () => {
    expect(greeting(running())[1]).toEqual([{ type: "hello", game: GAME, since: 3 }]);
  });

  it("sends every unanswered command again, with its id, in order, once nothing is missing", () => {
    const [two] = command(one, { type: "draw", action: "offer" }, "id2");
    expect(types(cameBack(two)[1])).toEqual(["hello"]);
    expect(types(cameBack(two, welcome(0, 3))[1])).toEqual(["hello", "id1", "id2"]);
    const said: p.Said = { type: "said", game: GAME, seq: 4, at: 0, name: "Cyd", text: "hi" };
    expect(types(cameBack(two, welcome(0, 4))[1])).toEqual(["hello"]);
    expect(types(cameBack(two, welcome(0, 4), said)[1])).toEqual(["hello", "id1", "id2"]);
    expect(types(cameBack(two, welcome(0, 4), said, { ...said, seq: 5 })[1])).toEqual(["hello", "id1", "id2"]);
    const answered = after(two, { type: "ack", game: GAME, id: "id1", seq: 4 });
    expect(types(cameBack(answered, welcome(0, 3))[1])).toEqual(["hello", "id2"]);
  });

  it("does not play a move in a position that a takeback has put under it", () => {
    const played = after(running(), moved(4, 0, "b2"), moved(5, 1, "a1"));
    const [lost] = command(played, { type: "move", move: "c3" }, "id1");
    const [room, sent] = cameBack(lost, welcome(0, 7), takenBack(6, 1, 1), moved(7, 1, "a3"));
    expect([types(sent), ply(room), room.pending.size, room.optimistic]).toEqual([["hello"], 2, 0, null]);
    expect(room.notice?.code).toBe("move_given_up");
    expect(after(room, moved(8, 2, "c3")).notice).toBeNull();
  });

  it("does not give the answer to one offer to the next, nor forget its own offer", () => {
    const offer = (seq: number, seat: number): p.Offered => ({ type: "offered", game: GAME, seq, at: 0, seat, what: "draw" });
    const [accepts] = command(after(running(), offer(4, 1)), { type: "draw", action: "accept" }, "id1");
    const declined: p.Answered = { type: "answered", game: GAME, seq: 5, at: 0, seat: 0, what: "draw" };
    const [room, sent] = cameBack(accepts, welcome(0, 6), declined, offer(6, 1));
    expect([types(sent), room.notice?.code, offerFrom(room, "draw")]).toEqual([["hello"], "answer_given_up", 1]);
    const [offers] = command(running(), { type: "draw", action: "offer" }, "id1");
    expect(types(cameBack(offers, welcome(0, 4), offer(4, 0))[1])).toEqual(["hello", "id1"]);
    expect(after(offers, offer(4, 1)).pending.size).toBe(1);
  });

  it("does not take old legal moves for new ones", () => {
    const late: p.Turn = { type: "turn", game: GAME, ply: 0, legal: ["a1"] };
    expect(after(running(), moved(4, 0, "b2"), late).legal).toEqual([]);
  });
});

describe("a server that has gone back", () => {
  const played = after(running(), moved(4, 0, "b2"), moved(5, 1, "a1"));
  const [lost] = command(played, { type: "move", move: "c3" }, "id1");

  it("is not followed with what it does not know: all goes, and is read again from the first event", () => {
    const [greeted] = greeting(lost);
    const back = update(greeted, welcome(0, 4), 1000);
    expect([wentBack(greeted, back), back.seq, back.target, back.phase, ply(back)]).toEqual([true, 0, null, "open", 0]);
    expect([newest(back)?.position, back.seats, back.commitment]).toEqual(["......... x", [{ reserved: "Ada" }, { reserved: "Ponderer" }], "c0"]);
    expect([back.pending.size, back.optimistic, moveToSave(back), released(greeted, back)]).toEqual([0, null, null, []]);
    expect(back.notice?.code).toBe("went_back");
    expect(greeting(back)[1]).toEqual([{ type: "hello", game: GAME, since: 0 }]);
    expect(wentBack(back, update(back, welcome(0, 4), 1000))).toBe(false);
  });

  it("says so until it is read, whatever is played meanwhile", () => {
    const back = update(greeting(lost)[0], welcome(0, 3), 1000);
    const past = [...OPENING, moved(4, 0, "c3"), takenBack(5, 1, 0)];
    const told = after(back, welcome(0, 5), ...past, moved(6, 0, "a1"), moved(7, 1, "b2"));
    expect([told.notice?.code, told.notice?.key, ply(told)]).toEqual(["went_back", back.notice?.key, 2]);
    const read = after({ ...told, notice: null }, moved(8, 2, "c3"));
    expect(read.notice).toBeNull();
  });

  it("is one that knows less, not one that knows the same or more", () => {
    for (const seq of [5, 6]) expect(wentBack(lost, update(greeting(lost)[0], welcome(0, seq), 1000))).toBe(false);
  });

  it("is one that knows as much or more, where our last event was at another time there", () => {
    const [dated] = greeting(after(running(), moved(4, 0, "b2"), { ...moved(5, 1, "a1"), at: 77 }));
    expect([dated.seq, dated.at]).toEqual([5, 77]);
    for (const seq of [5, 6, 20]) {
      const back = update(dated, welcome(0, seq, 78), 1000);
      expect([wentBack(dated, back), back.seq, back.at, back.notice?.code]).toEqual([true, 0, 0, "went_back"]);
      expect(wentBack(back, update(greeting(back)[0], welcome(0, seq), 1000))).toBe(false);
      expect(wentBack(dated, update(dated, welcome(0, seq, 77), 1000))).toBe(false);
    }
  });
});

describe("sitting down", () => {
  const open = after(fromRecord(record([]), 0), welcome(null, 0));

  it("makes the seat ours with the answer", () => {
    const [asked] = command(open, { type: "sit", seat: 1 }, "s");
    expect(asked.you).toBeNull();
    expect(after(asked, seated(1, 1, "Ada"), { type: "ack", game: GAME, id: "s", seq: 1 }).you).toBe(1);
    expect(after(asked, error("seat_taken", "s")).you).toBeNull();
  });

  it("gives it up with leave", () => {
    const [asked] = command({ ...open, you: 1 }, { type: "leave" }, "l");
    expect(after(asked, { type: "ack", game: GAME, id: "l", seq: 2 }).you).toBeNull();
  });
});

describe("a server that cannot store anything", () => {
  const halted = after(running(), error("read_only"));

  it("is known until something is stored or the room welcomes us without saying so", () => {
    expect([halted.halted, halted.notice]).toEqual([true, null]);
    const ack: p.Ack = { type: "ack", game: GAME, id: "id1", seq: 4 };
    for (const message of [ack, moved(4, 0, "b2"), welcome(0, 3)]) expect(after(halted, message).halted).toBe(false);
  });

  it("is not forgotten over a move that is played meanwhile", () => {
    const [played] = command(halted, { type: "move", move: "b2" }, "id1");
    expect(played.halted).toBe(true);
    expect(after(running(), error("read_only", "id1")).halted).toBe(true);
  });
});

describe("a move under way when the page is loaded again", () => {
  const [sent] = command(running(), { type: "move", move: "b2" }, "id1");
  const kept = moveToSave(sent);
  const again = (...events: p.RoomEvent[]): RoomState => {
    if (!kept) throw new Error("no move is kept");
    return withSavedMove(fromRecord(record([...OPENING, ...events], { state: "running" }), 0), kept);
  };

  it("is under way again, with its id", () => {
    expect(kept).toMatchObject({ frame: { id: "id1", ply: 0, move: "b2" }, takenBack: 0 });
    expect([again().optimistic?.id, types([...again().pending.values()])]).toEqual(["id1", ["id1"]]);
    expect(types(cameBack(again(), welcome(0, 3))[1])).toEqual(["hello", "id1"]);
  });

  it("is none where none was, or where it has been taken", () => {
    expect(moveToSave(running())).toBeNull();
    expect(again(moved(4, 0, "b2"))).toMatchObject({ optimistic: null, notice: null });
  });

  it.each([
    ["another move", [moved(4, 0, "c3")]],
    ["a takeback", [moved(4, 0, "c3"), takenBack(5, 1, 0)]],
    ["the end", [finished(4)]],
  ])("is given up after %s, and that is said", (_, events) => {
    expect(again(...events)).toMatchObject({ optimistic: null, notice: { code: "move_not_played" } });
  });
});
