import { describe, expect, it } from "vitest";

import { type RoomState, newNotice, unknownRoom } from "../src/app/room/room";
import { MAX_GAMES_LEFT, type SeekTerms, earliestWaiting, seekingStep } from "../src/features/start/pairing";
import type { CatalogueGame, Control, GameSummary, SeatView } from "../src/protocol";
import { BLITZ, finished, summary } from "./helpers";

const start = "......... x";
const game = { id: "mygame", start, settings: [{ name: "size", default: 8 }], controls: [BLITZ] } as unknown as CatalogueGame;
const terms: SeekTerms = { game, request: { game_type: "mygame", control: BLITZ, seats: [{ kind: "me" }, { kind: "open" }], settings: {} } };
const ann: SeatView[] = [{ player: { name: "Ann" } }, {}];

function row(id: string, more: Partial<GameSummary> = {}): GameSummary {
  return summary({ id, seats: ann, ...more });
}

function found(rows: GameSummary[], except: string[] = [], wanted = terms): string | undefined {
  return earliestWaiting({ open: rows }, wanted, new Set(except))?.id;
}

describe("a user who plays now", () => {
  it("joins the earliest game that waits on the same terms, on whichever side", () => {
    const rows = [row("c", { created_at: 3 }), row("b", { created_at: 2 }), row("a", { created_at: 2, seats: [{}, { player: { name: "Bob" } }] })];
    expect([found(rows), found(rows, ["a"]), found(rows, ["a", "b"]), found([])]).toEqual(["a", "b", "c", undefined]);
  });

  it("treats terms that mean the same as equal", () => {
    const same: Partial<GameSummary>[] = [
      { settings: { size: 8 } },
      { control: { increment_ms: 2000, kind: "fischer", base_ms: 180_000, cap_ms: null, delay_ms: 0 } as Control },
    ];
    expect(same.map((more) => found([row("x", more)]))).toEqual(["x", "x"]);
    const stages = (stage: object): Control => ({ kind: "stages", stages: [{ base_ms: 60_000, ...stage }] }) as Control;
    const staged = { ...terms, request: { ...terms.request, control: stages({ moves: 40 }) } };
    const open = row("x", { control: stages({ increment_ms: 0, moves: 40 }) });
    expect(found([open], [], staged)).toBe("x");
  });

  it("joins only where a first move may take as long as was chosen, or as usual", () => {
    const rows = [15_000, 30_000, 120_000].map((first_move_ms, created_at) => row(String(first_move_ms), { first_move_ms, created_at }));
    const chosen = (first_move_ms: number | null) => found(rows, [], { ...terms, request: { ...terms.request, setup: { first_move_ms } } });
    expect([chosen(null), chosen(120_000), chosen(15_000), chosen(60_000)]).toEqual(["30000", "120000", "15000", undefined]);
  });

  it("joins only where the seat that was chosen is free", () => {
    const rows = [row("a", { created_at: 1 }), row("b", { created_at: 2, seats: [{}, { player: { name: "Bob" } }] })];
    const onSeat = (seat: number | null) => found(rows, [], { ...terms, seat });
    expect([onSeat(null), onSeat(0), onSeat(1), onSeat(2)]).toEqual(["a", "b", "a", undefined]);
    const kept = row("c", { seats: [{ player: { name: "Ann" } }, { reserved: "Bob" }, {}] });
    expect([1, 2].map((seat) => found([kept], [], { ...terms, seat }))).toEqual([undefined, "c"]);
  });

  it("joins a game from a custom position only on that position", () => {
    const own = { ...terms, request: { ...terms.request, setup: { position: "max(3,12)" } } };
    const rows = [row("a"), row("b", { position: "max(3,12)" })];
    expect([found(rows), found(rows, [], own)]).toEqual(["a", "b"]);
  });

  it("does not join what is another game, or has no seat for everybody", () => {
    const others: Partial<GameSummary>[] = [
      { game_type: "another" },
      { control: { ...BLITZ, increment_ms: 3000 } as Control },
      { settings: { size: 6 } },
      { position: "a position of one's own" },
      { state: "running" },
      { seats: [{ player: { name: "Ann" } }, { reserved: "Bob" }] },
      { seats: [{ player: { name: "Ann" } }, { player: { name: "Ponderer", bot: true } }, {}] },
    ];
    expect(others.map((more) => found([row("x", more)]))).toEqual(others.map(() => undefined));
  });
});

/** The page of the user's own game `b`, in which nobody else sits. */
function own(more: Partial<RoomState> = {}): RoomState {
  const mine = row("b", { created_at: 2, seats: [{ player: { name: "Ann" }, salt: "5a" }, {}] });
  return { ...unknownRoom("b"), summary: mine, seats: mine.seats, you: 0, target: 0, phase: "open", ...more };
}

function step(room: RoomState, open: GameSummary[] = [], { tried = ["b"], isJoined = false, isLeaving = false, left = 0 } = {}) {
  return seekingStep(room, { terms, tried: new Set(tried), isJoined, isLeaving, left }, { open });
}

describe("a user who waits for an opponent", () => {
  const earlier = row("a", { created_at: 1 });

  it("moves to a game that was made earlier, as at the same moment at another node; the earliest stays", () => {
    const open = [row("b", { created_at: 2 }), earlier];
    expect(step(own(), open)).toBe("move");
    const first = { ...own({ summary: earlier }), game: "a" };
    expect(step(first, open, { tried: ["a"] })).toBe("stay");
  });

  it("finds a game of the same settings where these decide the start, as the lesson of a game tree does", () => {
    const settings = { size: 6 };
    const other = { settings, position: "max(3,12)" };
    const search = { terms: { ...terms, request: { ...terms.request, settings } }, tried: new Set(["b"]), isJoined: false, isLeaving: false, left: 0 };
    const room = own();
    const mine = { ...room, summary: { ...room.summary!, ...other } };
    const steps = [row("a", { created_at: 1, ...other }), row("a", { created_at: 1, ...other, position: "min(1,2)" }), earlier];
    expect(steps.map((open) => seekingStep(mine, search, { open: [open] }))).toEqual(["move", "stay", "stay"]);
  });

  it("decides by the id between games of one moment", () => {
    expect([step(own(), [row("a", { created_at: 2 })]), step(own(), [row("c", { created_at: 2 })])]).toEqual(["move", "stay"]);
  });

  it("moves only alone, once, and not to where there was no seat", () => {
    const both = [{ player: { name: "Ann" } }, { player: { name: "Bob" } }];
    expect(step(own({ seats: both }), [earlier])).toBe("stay");
    expect(step(own({ you: null, seats: [{ reserved: "Ann" }, {}] }), [earlier])).toBe("stay");
    expect(step(own(), [earlier], { isLeaving: true })).toBe("stay");
    expect(step(own(), [earlier], { tried: ["a", "b"] })).toBe("stay");
    expect(step(own({ target: null }), [earlier])).toBe("stay");
  });

  it("keeps the side that was chosen", () => {
    const search = { terms: { ...terms, seat: 0 }, tried: new Set(["b"]), isJoined: false, isLeaving: false, left: 0 };
    const other = row("a", { created_at: 1, seats: [{}, { player: { name: "Cyd" } }] });
    expect([earlier, other].map((open) => seekingStep(own(), search, { open: [open] }))).toEqual(["stay", "move"]);
  });

  it("moves only once it is ready, which gives the seat's deposit back", () => {
    expect(step(own({ seats: ann }), [earlier])).toBe("stay");
  });

  it("leaves a game of others instead of ending it, and is not led on from one to the next for ever", () => {
    expect(step(own(), [earlier], { isJoined: true })).toBe("move");
    expect(step(own({ you: null }), [earlier], { isJoined: true, isLeaving: true, left: 1 })).toBe("again");
    expect(step(own(), [earlier], { isJoined: true, left: MAX_GAMES_LEFT })).toBe("stay");
    expect(step(own(), [earlier], { left: MAX_GAMES_LEFT })).toBe("move");
  });

  it("looks on when the game that was found is gone, or its own was called off for another", () => {
    const room = own({ you: null });
    expect(step({ ...room, phase: "running", notice: newNotice(room, "seat_taken", "") })).toBe("again");
    for (const code of ["too_fast", "too_many_seats"]) expect(step({ ...room, notice: newNotice(room, code, "") })).toBe("again");
    const aborted = finished(4, { reason: "aborted", scores: null });
    expect(step(own({ phase: "finished", finished: { ...aborted, ended_by: 1 } }))).toBe("again");
    expect(step(own({ phase: "finished", finished: { ...aborted, ended_by: 0 } }), [], { isLeaving: true })).toBe("again");
  });

  it("has found what it looked for when the game begins, and gives up when the user does", () => {
    expect(step(own({ phase: "running" }))).toBe("over");
    const aborted = finished(4, { reason: "aborted", scores: null, ended_by: 0 });
    expect(step(own({ phase: "finished", finished: aborted }))).toBe("over");
    expect(step(own({ phase: "finished", finished: { ...aborted, ended_by: 1 }, movedSeats: [0, 1] }))).toBe("over");
  });
});
