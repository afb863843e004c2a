import { afterEach, describe, expect, it, vi } from "vitest";

import { world } from "../../src/app/state/world.svelte";
import { RoomSession } from "../../src/features/session/room.svelte";
import { requestSeat } from "../../src/features/session/pending-seat";
import type * as p from "../../src/protocol";
import { GAME, finished, moved, record, seated, started, welcome } from "../helpers";
import { takenBack } from "../rooms";

// Commitments are stored in localStorage, which only browsers have.
vi.mock("../../src/features/session/commitments", () => ({ firstCommitment: () => null, keepCommitment: () => undefined }));

const OPENING: p.RoomEvent[] = [seated(1, 0, "Ada", "a"), seated(2, 1, "Ponderer", "b"), started(3)];

/** A socket whose messages the test sends. */
class FakeSocket {
  readyState = 1;
  sent: p.RoomIn[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number; reason: string }) => void = () => undefined;
  close = vi.fn();

  send(text: string): void {
    this.sent.push(JSON.parse(text) as p.RoomIn);
  }
  deliver(...messages: p.RoomOut[]): void {
    for (const message of messages) this.onmessage({ data: JSON.stringify(message) });
  }
}

/** A page in a game with this record, and its connections. */
async function entered(events: p.RoomEvent[], state: p.GameSummary["state"] = "running", page = new EventTarget()): Promise<[RoomSession, FakeSocket[]]> {
  const sockets: FakeSocket[] = [];
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  vi.stubGlobal("location", { href: "http://zeitnot.test/" });
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(record(events, { state }))));
  vi.stubGlobal("WebSocket", function () {
    sockets.push(new FakeSocket());
    return sockets.at(-1);
  });
  const session = new RoomSession(GAME);
  await vi.waitFor(() => expect(sockets.length).toBe(1));
  sockets[0]?.onopen();
  return [session, sockets];
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("a page in a game", () => {
  it("requests all events once from a server that was rolled back, and continues from there", async () => {
    const [session, sockets] = await entered([...OPENING, moved(4, 0, "b2"), moved(5, 1, "a1")]);
    sockets[0]?.deliver(welcome(0, 5), { type: "turn", game: GAME, ply: 2, legal: ["c3"] });
    session.send({ type: "move", move: "c3" });
    sockets[0]?.deliver(welcome(0, 4), { type: "turn", game: GAME, ply: 1, legal: ["a1"] }, moved(5, 1, "c1"));
    expect([sockets.length, sockets[0]?.close.mock.calls.length, session.state.seq]).toEqual([2, 1, 0]);
    sockets[1]?.onopen();
    sockets[1]?.deliver(welcome(0, 5), ...OPENING, moved(4, 0, "b2"), moved(5, 1, "c1"));
    expect(sockets[1]?.sent).toEqual([{ type: "hello", game: GAME, since: 0 }]);
    expect(session.state.history.map((entry) => entry.moved?.move)).toEqual([undefined, "b2", "c1"]);
    expect([session.state.notice?.code, session.state.optimistic, sockets.length]).toEqual(["went_back", null, 2]);
  });

  it("keeps what arrives while it reads the record of an ended game", async () => {
    const [session, sockets] = await entered([...OPENING, moved(4, 0, "b2")]);
    sockets[0]?.deliver(welcome(0, 4), finished(5)); // begins to read the record
    const change: p.RatingChange = { before: 1500, after: 1612, weight: 1 };
    sockets[0]?.deliver({ type: "ratings", game: GAME, seats: [change, change] });
    await vi.advanceTimersByTimeAsync(100);
    expect(session.state.ratings?.seats).toEqual([change, change]);
  });

  it("does so too if the server has as many events again, and applies none of them to the old room", async () => {
    const [session, sockets] = await entered([...OPENING, moved(4, 0, "b2"), { ...moved(5, 1, "a1"), at: 77 }]);
    sockets[0]?.deliver(welcome(0, 5, 77));
    expect(session.state.notice).toBeNull();
    sockets[0]?.deliver(welcome(0, 6, 78), moved(6, 2, "c3"));
    expect([sockets.length, sockets[0]?.close.mock.calls.length, session.state.seq]).toEqual([2, 1, 0]);
    sockets[1]?.onopen();
    expect(sockets[1]?.sent).toEqual([{ type: "hello", game: GAME, since: 0 }]);
  });
});

describe("a page whose room another node has", () => {
  it("resends unanswered commands there, and counts no unknown message", async () => {
    const [session, sockets] = await entered([...OPENING, moved(4, 0, "b2"), moved(5, 1, "a1")]);
    sockets[0]?.deliver(welcome(0, 5), { type: "turn", game: GAME, ply: 2, legal: ["c3"] });
    session.send({ type: "move", move: "c3" });
    const move = sockets[0]?.sent.at(-1);
    sockets[0]?.deliver({ type: "relocated", game: GAME, node: "two" });
    sockets[1]?.onopen();
    sockets[1]?.deliver(welcome(0, 5));
    expect(sockets[1]?.sent).toEqual([{ type: "hello", game: GAME, since: 5 }, move]);
    expect([sockets.length, session.state.unknownMessages, session.state.optimistic?.move]).toEqual([2, 0, "c3"]);
  });
});

describe("a page that cannot connect", () => {
  /** How long it waits before each of the next attempts, which all fail. */
  function waits(sockets: FakeSocket[], count: number): number[] {
    return Array.from({ length: count }, () => {
      const [before, start] = [sockets.length, performance.now()];
      sockets.at(-1)?.onclose({ code: 1006, reason: "" });
      while (sockets.length === before) vi.advanceTimersByTime(100);
      return performance.now() - start;
    });
  }

  it.each([
    ["waits two seconds at most, with jitter, while its user plays", 0, false, [500, 1000, 1300, 1300, 1300]],
    ["waits longer if it is hidden", 0, true, [500, 1000, 2000, 4000, 8000]],
    ["waits longer if its user only watches", null, false, [500, 1000, 2000, 4000, 8000]],
  ])("%s", async (_, you, hidden, pauses) => {
    const [, sockets] = await entered(OPENING);
    vi.stubGlobal("document", { hidden });
    vi.spyOn(Math, "random").mockReturnValue(0);
    sockets[0]?.deliver(welcome(you, 3));
    expect(waits(sockets, 5)).toEqual(pauses);
  });

  it("connects at once when it is seen again", async () => {
    const page = new EventTarget();
    const [session, sockets] = await entered(OPENING, "running", page);
    vi.stubGlobal("document", { hidden: true });
    sockets[0]?.deliver(welcome(0, 3));
    sockets[0]?.onclose({ code: 1006, reason: "" });
    page.dispatchEvent(new Event("visibilitychange"));
    expect(sockets.length).toBe(1);
    vi.stubGlobal("document", { hidden: false });
    page.dispatchEvent(new Event("visibilitychange"));
    expect(sockets.length).toBe(2);
    session.leave();
  });
});

describe("a page that has come back", () => {
  it("trusts no clock until its move that was pending is answered", async () => {
    const [session, sockets] = await entered([...OPENING, moved(4, 0, "b2"), moved(5, 1, "a1")]);
    vi.stubGlobal("document", { hidden: false });
    const doubts: boolean[] = [];
    const note = () => doubts.push(session.areClocksUncertain);
    sockets[0]?.deliver(welcome(0, 5));
    note();
    sockets[0]?.onclose({ code: 1006, reason: "" });
    vi.advanceTimersByTime(1100);
    note();
    session.send({ type: "move", move: "c3" });
    sockets[1]?.onopen();
    sockets[1]?.deliver(welcome(0, 5), { type: "turn", game: GAME, ply: 2, legal: ["c3"] });
    expect(session.status).toBe("open");
    note();
    const move = sockets[1]?.sent.at(-1) as p.Move;
    sockets[1]?.deliver({ type: "ack", game: GAME, id: move.id, seq: 6 }, moved(6, 2, "c3"));
    note();
    expect(doubts).toEqual([false, true, true, false]);
  });

  it("trusts its clocks at once when nothing was pending", async () => {
    const [session, sockets] = await entered(OPENING);
    vi.stubGlobal("document", { hidden: false });
    sockets[0]?.deliver(welcome(0, 3));
    sockets[0]?.onclose({ code: 1006, reason: "" });
    vi.advanceTimersByTime(1100);
    sockets[1]?.onopen();
    expect(session.areClocksUncertain).toBe(true);
    sockets[1]?.deliver(welcome(0, 4));
    expect(session.areClocksUncertain).toBe(true);
    sockets[1]?.deliver(moved(4, 0, "b2"));
    expect(session.areClocksUncertain).toBe(false);
  });

  it("waits two seconds before it says that others are away", async () => {
    const [session, sockets] = await entered(OPENING);
    expect(session.settling).toBe(false);
    sockets[0]?.deliver(welcome(0, 3), { type: "countdown", game: GAME, seat: 1, ends_in_ms: 30_000 });
    vi.advanceTimersByTime(1900);
    expect(session.settling).toBe(true);
    vi.advanceTimersByTime(100);
    expect([session.settling, Object.keys(session.state.absenceDeadlines)]).toEqual([false, ["1"]]);
  });

  it("shows who is away without flicker when it only asks whether the connection lives", async () => {
    const [session, sockets] = await entered(OPENING);
    const presence = { type: "presence" as const, game: GAME, seats: [true, false], spectators: 0 };
    sockets[0]?.deliver(welcome(0, 3), presence);
    vi.advanceTimersByTime(2000);
    expect([...session.away]).toEqual([1]);
    sockets[0]?.deliver(welcome(0, 3));
    expect([session.settling, ...session.away]).toEqual([false, 1]);
    sockets[0]?.deliver(presence);
    expect([...session.away]).toEqual([1]);
  });
});

describe("a page whose session has ended elsewhere", () => {
  it("looks on without a seat: nothing is its turn, and nothing pending is sent", async () => {
    const [session, sockets] = await entered([...OPENING, moved(4, 0, "b2"), moved(5, 1, "a1")]);
    world.session = { account: "a", name: "Ada", kept: true };
    sockets[0]?.deliver(welcome(0, 5), { type: "turn", game: GAME, ply: 2, legal: ["c3"] });
    expect(session.isYourTurn).toBe(true);
    session.send({ type: "move", move: "c3" });
    sockets[0]?.onclose({ code: 1008, reason: "token revoked" });
    expect([session.state.you, session.isYourTurn, session.state.legal, world.session]).toEqual([null, false, [], null]);
    await vi.waitFor(() => expect(sockets.length).toBe(2));
    sockets[1]?.onopen();
    sockets[1]?.deliver(welcome(null, 5), moved(6, 0, "c2"));
    expect(sockets[1]?.sent).toEqual([{ type: "hello", game: GAME, since: 5 }]);
    expect([session.dismissal, session.status, session.state.you, session.state.seq]).toEqual(["token revoked", "open", null, 6]);
  });

  it("keeps the seat if the game is only open elsewhere", async () => {
    const [session, sockets] = await entered(OPENING);
    sockets[0]?.deliver(welcome(0, 3));
    sockets[0]?.onclose({ code: 1008, reason: "another socket of yours has come" });
    expect([session.status, session.state.you, sockets.length]).toEqual(["dismissed", 0, 1]);
  });
});

describe("a page of an open game", () => {
  const sat = ([, sockets]: [RoomSession, FakeSocket[]]) => sockets[0]?.sent.filter(({ type }) => type === "sit").length;

  it("takes a seat for a user who has asked for it in a list, once", async () => {
    requestSeat(GAME);
    const page = await entered([seated(1, 0, "Ada", "a"), seated(2, 1, null)], "open");
    expect(sat(page)).toBe(0);
    page[1][0]?.deliver(welcome(null, 2));
    expect(sat(page)).toBe(1);
    expect(page[0].wantsSeat).toBe(false);
    const sit = page[1][0]?.sent.find(({ type }) => type === "sit") as { id: string; seat: number };
    expect(sit.seat).toBe(1);
    page[1][0]?.deliver(seated(3, 1, "Bob"), { type: "ack", game: GAME, id: sit.id, seq: 3 });
    expect(page[1][0]?.sent.filter(({ type }) => type === "ready")).toHaveLength(1);
    const again = await entered([seated(1, 0, "Ada", "a")], "open");
    again[1][0]?.deliver(welcome(null, 1));
    expect(sat(again)).toBe(0);
  });

  it("takes none for a user who has opened a link, or has asked for one in another game", async () => {
    requestSeat("another");
    const page = await entered([seated(1, 0, "Ada", "a")], "open");
    page[1][0]?.deliver(welcome(null, 1));
    expect(sat(page)).toBe(0);
  });

  it("says so if another user was faster", async () => {
    requestSeat(GAME);
    const [session, sockets] = await entered(OPENING);
    sockets[0]?.deliver(welcome(null, 3));
    expect(sat([session, sockets])).toBe(0);
    expect(session.state.notice?.code).toBe("seat_taken");
  });
});

it("announces a takeback for a while, however much is said meanwhile", async () => {
  const [session, [socket]] = await entered([...OPENING, moved(4, 0, "b2")]);
  const line = (seq: number): p.Said => ({ type: "said", game: GAME, seq, at: 0, seat: 1, name: "Bob", text: "sorry" });
  socket?.deliver(welcome(0, 4), takenBack(5, 1, 0));
  expect(session.state.notice?.code).toBe("taken_back");
  vi.advanceTimersByTime(4000);
  socket?.deliver(line(6));
  expect(session.state.notice?.code).toBe("taken_back");
  vi.advanceTimersByTime(1000);
  expect(session.state.notice).toBeNull();
});
