import { describe, expect, it } from "vitest";

import { seatClock } from "../src/app/room/clock";
import { command } from "../src/app/room/commands";
import { fromRecord, update, withRecord } from "../src/app/room/fold";
import { offerFrom } from "../src/app/room/offers";
import { canAbort, canTakeBack, newestEntry, OVERDUE_MS, isOverdue, playableMoves, ply, type RoomState, seatToMove, unknownRoom, rematchRequestsNeeded } from "../src/app/room/room";
import { moveRows } from "../src/app/room/timeline";
import type * as p from "../src/protocol";
import { finished, GAME, moved, record, seated, started, threw, welcome } from "./helpers";
import { after, OPENING, running, takenBack } from "./rooms";

describe("the fold of events", () => {
  it("knows after the welcome which seats were reserved", () => {
    const hello = welcome(1, 0);
    expect([hello, { ...hello, room: { ...hello.room, kept: [0] } }].map((message) => after(unknownRoom(GAME), message).reservedSeats)).toEqual([[], [0]]);
  });

  it("starts from the record: seats, phase, position", () => {
    const room = running();
    expect(room.seats.map((seat) => seat.player?.name)).toEqual(["Ada", "Ponderer"]);
    expect([room.phase, room.seq, ply(room), seatToMove(room)]).toEqual(["running", 3, 0, 0]);
    expect(newestEntry(room)?.position).toBe("......... x");
  });

  it("keeps what a rated game has changed", () => {
    const ratings: p.Ratings = { type: "ratings", game: GAME, seats: [{ before: 1500, after: 1662, provisional: true }, { before: 1500, after: 1338 }] };
    const room = after(running(), ratings);
    expect([room.ratings, room.unknownMessages]).toEqual([ratings, 0]);
  });

  it("shows the reserved name of an empty seat", () => {
    const room = fromRecord(record([]), 0);
    expect(room.seats[1]?.reserved).toBe("Ponderer");
    expect(room.phase).toBe("open");
  });

  it("numbers who came and went, so that a log goes on when the first are forgotten", () => {
    const comings = Array.from({ length: 8 }, (_, at) => seated(at + 1, 1, at % 2 === 0 ? "Bob" : null));
    const room = after({ ...fromRecord(record([]), 0), phase: "open", seats: [{ player: { name: "Ann" } }, {}] }, ...comings);
    expect(room.comings.map(({ number }) => number)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(room.comings.at(-1)).toEqual({ number: 8, name: "Bob", came: false });
  });

  it("opens the seat of a player who declines, and keeps the reason", () => {
    const declined = { name: "Ponderer", reason: "later", text: "At eight" };
    const room = after({ ...fromRecord(record([]), 0), reservedSeats: [0, 1] }, { ...seated(1, 1, null), declined });
    expect([room.seats[1]?.reserved, room.reservedSeats, room.declined]).toEqual([undefined, [0], [declined]]);
  });

  it("does not wait for rematch requests of seats that have left, but for at least two", () => {
    const { seats } = running();
    const room: RoomState = { ...running(), seats: [...seats, ...seats] };
    const needed = (left: number[], rematch: number[]) => rematchRequestsNeeded({ ...room, left, rematch });
    expect([needed([], [0]), needed([1], [0]), needed([1], [0, 1]), needed([1, 2, 3], [0])]).toEqual([4, 3, 4, 2]);
  });

  it("gives the same room however events are split between record and socket", () => {
    const events = [...OPENING, moved(4, 0, "b2"), moved(5, 1, "a1"), finished(6)];
    const whole = fromRecord(record(events), 1000);
    for (let cut = 0; cut <= events.length; cut++) {
      const parts = after(fromRecord(record(events.slice(0, cut)), 1000), ...events.slice(cut));
      expect({ ...parts, summary: null }).toEqual({ ...whole, summary: null });
    }
  });

  it("adds the engines' reports after the end, and keeps known ones", () => {
    const hidden: p.RoomEvent[] = [...OPENING, moved(4, 0, "b2"), moved(5, 1, "a1"), finished(6)];
    const engine = { depth: 7, value: 0.5, pv: "a1 c3" };
    const stored = hidden.map((event) => (event.type === "moved" && event.seat === 1 ? { ...event, engine } : event));
    const room = withRecord(fromRecord(record(hidden), 0), record(stored), 0);
    expect(room.history.map((entry) => entry.moved?.engine ?? null)).toEqual([null, null, engine]);
    expect(withRecord(room, record(hidden), 0)).toEqual(room);
  });

  it("adds hidden positions and moves after the end, but keeps the throws as seen", () => {
    const dealt = (hand: string, values: number[]): p.RoomEvent => ({ ...threw(4, 0, 0, 0, 0), kind: "shuffle", values, position: hand });
    const seen = [...OPENING, dealt("Q?", [1, -1]), { ...moved(5, 0, "?"), position: "Q? later" }, finished(6)];
    const stored = [...OPENING, dealt("QJ", [1, 0]), { ...moved(5, 0, "b2"), position: "QJ later" }, finished(6)];
    const room = withRecord(fromRecord(record(seen), 0), record(stored), 0);
    expect(room.history.map((entry) => [entry.position, entry.moved?.move])).toEqual([["QJ", undefined], ["QJ later", "b2"]]);
    expect(room.throws.map(({ values }) => values)).toEqual([[1, -1]]);
  });

  it("counts and skips unknown messages of a newer server", () => {
    const message = (fields: object): p.RoomOut => fields as unknown as p.RoomOut;
    const room = running();
    const skipped = after(
      room,
      message({ type: "relocated", game: GAME, node: "b" }),
      message({ type: "dealt", game: GAME, seq: 4, at: 0, cards: [1] }),
      moved(5, 0, "b2"),
    );
    expect([skipped.unknownMessages, skipped.seq, ply(skipped)]).toEqual([2, 5, 1]);
    expect(newestEntry(skipped)?.position).toBe("after b2");
  });

  it("accepts values that are newer than the page", () => {
    const reason = "sunset" as p.Finished["reason"];
    const pause = after(running(), { type: "paused", game: GAME, seq: 4, at: 0, reason: reason as p.Paused["reason"], clock: { remaining_ms: [1, 1] }, elapsed_ms: 0 });
    expect([pause.phase, pause.pause]).toEqual(["adjourned", "sunset"]);
    expect(after(running(), finished(4, { reason })).finished?.reason).toBe("sunset");
  });

  it("ignores events that it already contains", () => {
    const room = after(running(), moved(4, 0, "b2"));
    expect(after(room, moved(4, 0, "b2"), started(3))).toBe(room);
  });

  it("keeps the list of legal moves when an equal one arrives", () => {
    const room = running(0);
    const again = update(room, { type: "turn", game: GAME, ply: 0, legal: [...room.legal] }, 0);
    expect(again.legal).toBe(room.legal);
    const others = update(room, { type: "turn", game: GAME, ply: 0, legal: ["c3"] }, 0);
    expect(others.legal).toEqual(["c3"]);
  });

  it("appends an entry for each move and clears the mover's legal moves", () => {
    const room = after(running(), moved(4, 0, "b2"), moved(5, 1, "a1"));
    expect(room.history.map((entry) => entry.position)).toEqual(["......... x", "after b2", "after a1"]);
    expect([ply(room), seatToMove(room), room.legal]).toEqual([2, 0, []]);
  });

  it("adds a throw to the entry of its position", () => {
    const room = after(running(), moved(4, 0, "24-19", { turn: null }), threw(5, 1, 1, 3, 1));
    expect(room.history.length).toBe(2);
    expect(newestEntry(room)).toMatchObject({ position: "thrown 3", throws: [{ seat: null, values: [3] }], turn: 1 });
    expect(room.throws.map((made) => made.k)).toEqual([1]);
  });

  it("counts a clock down between messages of the server", () => {
    const room = update(running(), { type: "clock", game: GAME, clock: { remaining_ms: [9000, 9000], running: 1 } }, 5000);
    expect(room.clock && seatClock(room.clock, { kind: "sudden_death" }, 1, 6500).ms).toBe(7500);
  });

  it("pauses and resumes", () => {
    const clock = { remaining_ms: [100, 200] };
    const paused = after(running(), { type: "paused", game: GAME, seq: 4, at: 0, reason: "outage", clock, elapsed_ms: 5 });
    expect(paused.phase).toBe("paused");
    expect(seatToMove(paused)).toBe(0);
    expect(playableMoves(paused)).toEqual([]);
    const resumed = after(paused, { type: "resumed", game: GAME, seq: 5, at: 0, clock: { ...clock, running: 0 } });
    expect(resumed.phase).toBe("running");
  });

  it("ends: no turn, no legal moves, no engine report", () => {
    const thinking = after(running(), { type: "info", game: GAME, ply: 0, mode: "pondering" });
    const room = after(thinking, finished(4));
    expect([room.phase, seatToMove(room), room.legal, room.info]).toEqual(["finished", null, [], null]);
    expect(room.finished?.scores).toEqual([0, 1]);
  });

  it("tracks draw offers; the other side's move declines them", () => {
    const offered = after(running(), { type: "offered", game: GAME, seq: 4, at: 0, seat: 1 });
    expect([offered.offers.draw?.seat, offerFrom(offered, "draw")]).toEqual([1, 1]);
    expect(after(offered, moved(5, 0, "b2")).offers).toEqual({});
    expect(after(offered, { type: "answered", game: GAME, seq: 5, at: 0, seat: 0 }).offers).toEqual({});
  });

  it("notifies only the seat that offered when a draw is declined", () => {
    const answer: p.Answered = { type: "answered", game: GAME, seq: 5, at: 0, seat: 1 };
    const mine = after(running(), { type: "offered", game: GAME, seq: 4, at: 0, seat: 0 }, answer);
    expect(mine.notice?.code).toBe("declined");
    expect(after(mine, moved(6, 0, "b2")).notice).toBeNull();
    const theirs = after(running(), { type: "offered", game: GAME, seq: 4, at: 0, seat: 1 }, { ...answer, seat: 0 });
    expect(theirs.notice).toBeNull();
  });

  it("takes moves back: entries are removed, and position and legal moves replaced", () => {
    const played = after(running(), moved(4, 0, "b2"), moved(5, 1, "a1"));
    expect(canTakeBack(played)).toBe(true);
    expect(canTakeBack({ ...played, setup: { ...played.setup, rated: true } })).toBe(false);
    const asked = after(played, { type: "offered", game: GAME, seq: 6, at: 0, seat: 0, what: "takeback" });
    expect(offerFrom(asked, "takeback")).toBeNull();
    const back = after(asked, takenBack(7, 2, 0), { type: "turn", game: GAME, ply: 0, legal: ["b2"] });
    expect(back.history.map((entry) => entry.takenBack)).toEqual([2]);
    expect([ply(back), seatToMove(back), newestEntry(back)?.position, playableMoves(back)]).toEqual([0, 0, "back", ["b2"]]);
    expect([back.offers, back.notice?.code, canTakeBack(back), canAbort(back)]).toEqual([{}, "taken_back", false, false]);
    const rows = moveRows(after(back, moved(8, 0, "c3")).history);
    expect(rows.map((row) => [row.move, row.takenBack])).toEqual([["c3", 2]]);
  });

  it("drops a pending move when its position is taken back", () => {
    const played = after(running(), moved(4, 0, "b2"), moved(5, 1, "a1"));
    const [sent] = command(played, { type: "move", move: "c3" }, "id1");
    const back = after(sent, takenBack(6, 2, 0));
    expect([back.pending.size, back.optimistic, back.notice?.code]).toEqual([0, null, "move_given_up"]);
  });

  it("never takes back over a throw", () => {
    const thrown = after(running(), moved(4, 0, "24-19", { turn: null }), threw(5, 1, 1, 3, 1));
    expect(canTakeBack(thrown)).toBe(false);
    const deal = { ...threw(4, 0, 0, 1, 0), kind: "shuffle" as const, values: [0, -1, -1] };
    expect(canTakeBack(after(running(), deal, moved(5, 0, "bet"), moved(6, 1, "call")))).toBe(false);
  });

  it("notifies the asker when a takeback is declined", () => {
    const asked = after(running(), moved(4, 0, "b2"), { type: "offered", game: GAME, seq: 5, at: 0, seat: 0, what: "takeback" });
    const answer: p.Answered = { type: "answered", game: GAME, seq: 6, at: 0, seat: 1, what: "takeback" };
    expect(after(asked, answer).notice?.code).toBe("takeback_declined");
  });

  it("keeps an offer among three open until the last has answered", () => {
    const offered = after(running(), { type: "offered", game: GAME, seq: 4, at: 0, seat: 1, what: "adjourn" });
    const agreed = after(offered, { type: "answered", game: GAME, seq: 5, at: 0, seat: 2, accept: true, what: "adjourn" });
    expect([offerFrom(agreed, "adjourn"), agreed.offers.adjourn?.agreed]).toEqual([1, [2]]);
  });

  it("adjourns, and goes on when both are ready", () => {
    const clock = { remaining_ms: [100, 200] };
    const stop = (reason: p.Paused["reason"]): RoomState =>
      after(running(), { type: "paused", game: GAME, seq: 4, at: 0, reason, clock, elapsed_ms: 5 });
    expect([stop("outage").phase, stop("agreed").phase, stop("crashed").phase]).toEqual(["paused", "adjourned", "adjourned"]);
    const ready = after(stop("agreed"), { type: "offered", game: GAME, seq: 5, at: 0, seat: 1, what: "resume" });
    expect([offerFrom(ready, "resume"), seatToMove(ready), playableMoves(ready)]).toEqual([1, 0, []]);
    const on = after(ready, { type: "resumed", game: GAME, seq: 6, at: 0, clock: { ...clock, running: 0 } });
    expect([on.phase, on.pause, on.offers]).toEqual(["running", null, {}]);
  });

  it("counts down for absent seats", () => {
    const away = update(running(), { type: "countdown", game: GAME, seat: 1, ends_in_ms: 20_000 }, 5000);
    expect(away.absenceDeadlines).toEqual({ 1: 25_000 });
    expect(after(away, { type: "countdown", game: GAME, seat: 1 }).absenceDeadlines).toEqual({});
    expect(after(away, finished(4)).absenceDeadlines).toEqual({});
  });

  it("keeps a countdown that the server repeats after a welcome, without a gap, and drops the others", () => {
    const away = after(running(), { type: "countdown", game: GAME, seat: 1, ends_in_ms: 20_000 });
    const welcomed = after(away, welcome(0, 3));
    expect(Object.keys(welcomed.absenceDeadlines)).toEqual(["1"]);
    const presence: p.Presence = { type: "presence", game: GAME, seats: [true, true], spectators: 0 };
    expect(after(welcomed, presence).absenceDeadlines).toEqual({});
    const repeated = after(welcomed, { type: "countdown", game: GAME, seat: 1, ends_in_ms: 9000 });
    expect(Object.keys(after(repeated, { ...presence, seats: [true, false] }).absenceDeadlines)).toEqual(["1"]);
  });

  it("follows requests for a rematch that are withdrawn or declined", () => {
    const wished = after(running(), finished(4), { type: "rematch", game: GAME, seq: 5, at: 0, seat: 1 });
    const withdrawn = after(wished, { type: "rematch_dropped", game: GAME, seq: 6, at: 0, seat: 1 });
    expect([withdrawn.rematch, withdrawn.rematchDeclined]).toEqual([[], []]);
    const declined = after(wished, { type: "rematch_dropped", game: GAME, seq: 6, at: 0, seat: 0, declined: true });
    expect([declined.rematch, declined.rematchDeclined]).toEqual([[], [0]]);
    const reconsidered = after(declined, { type: "rematch", game: GAME, seq: 7, at: 0, seat: 0 });
    expect([reconsidered.rematch, reconsidered.rematchDeclined]).toEqual([[0], []]);
  });

  it("follows a rematch to the next game", () => {
    const wished = after(running(), finished(4), { type: "rematch", game: GAME, seq: 5, at: 0, seat: 1 });
    expect([wished.rematch, wished.next]).toEqual([[1], null]);
    const made = after(wished, { type: "rematch", game: GAME, seq: 6, at: 0, seat: 0, next: "next1" });
    expect(made.next).toBe("next1");
  });

  it("can be aborted until everybody has moved", () => {
    const one = after(running(), moved(4, 0, "b2"));
    expect([canAbort(running()), canAbort(one), canAbort(after(one, moved(5, 1, "a1")))]).toEqual([true, true, false]);
    expect(canAbort(running(null))).toBe(false);
  });

  it("can be claimed when no clock ends it and the other side has not moved for three days", () => {
    const both = after(running(), moved(4, 0, "b2", { at: 500 }), moved(5, 1, "a1", { at: 1000 }), moved(6, 2, "c3", { at: 2000 }));
    const clockless = (room: RoomState): RoomState =>
      ({ ...room, summary: room.summary && { ...room.summary, control: { kind: "unlimited" } as p.Control } });
    expect(isOverdue(clockless(both), 2000 + OVERDUE_MS)).toBe(true);
    expect(isOverdue(clockless(both), 1999 + OVERDUE_MS)).toBe(false);
    expect(isOverdue(both, 2000 + OVERDUE_MS)).toBe(false);
    expect(isOverdue({ ...clockless(both), you: null }, 2000 + OVERDUE_MS)).toBe(false);
    const mine = after(clockless(both), moved(7, 3, "a2", { at: 3000 }));
    expect(isOverdue(mine, 9000 + OVERDUE_MS)).toBe(false);
  });
});
