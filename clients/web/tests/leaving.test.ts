/** A seat leaves a game of three, and the others play on. */

import { describe, expect, it } from "vitest";

import { update } from "../src/app/room/fold";
import { offerFrom } from "../src/app/room/offers";
import { type RoomState, continuesWithout, isPlayer, canAbort, canTakeBack, newestEntry, othersPlayOn, ply, seatToMove, unknownRoom } from "../src/app/room/room";
import { RowBuilder } from "../src/app/room/timeline";
import { rankOf, ranked } from "../src/app/words/ranks";
import { outcomeFor } from "../src/features/history/history";
import { announcement } from "../src/features/record/announcement";
import type { RoomOut } from "../src/protocol";
import { en } from "../src/texts/en";
import { gameTextsOf } from "./game-views";
import { moved, started, withdrew } from "./helpers";
import { racing } from "./toys";

const PLAYERS = ["Ann", "Bob", "Cyd"].map((name) => ({ player: { name } }));

/** A game of three after these messages, seen from this seat. */
function game(you: number | null, ...messages: RoomOut[]): RoomState {
  const room: RoomState = { ...unknownRoom("x"), seats: PLAYERS, you, target: 0, draws: true };
  return [started(1), ...messages].reduce((state, message) => update(state, message, 0), room);
}

const ROUND = [moved(2, 0, "walk", { turn: 1 }), moved(3, 1, "walk", { seat: 1, turn: 2 }), moved(4, 2, "walk", { seat: 2, turn: 0 })];

const GNU = { name: "Gnu", bot: true };
/** Gnu takes the place of the person on this seat. */
const replaced = (seq: number, seat: number): RoomOut[] => [
  { type: "vacated", game: "x", seq, at: 7, seat, reason: "resign", clock: { remaining_ms: [9, 9, 9], running: 0 }, elapsed_ms: 0 },
  { type: "seated", game: "x", seq: seq + 1, at: 7, seat, seat_view: { player: GNU, salt: "s" } },
];

describe("a seat that a bot takes over", () => {
  it("shows both, and still plays", () => {
    const room = game(1, ...ROUND, ...replaced(5, 0));
    expect(room.seats[0]).toEqual({ player: GNU, salt: "s", left: { name: "Ann" } });
    expect([room.left, seatToMove(room), room.turnStartedAt]).toEqual([[], 0, 7]);
    expect(new RowBuilder().rounds(room.history, 3).flatMap(({ left }) => left.flat())).toEqual([{ seat: 0, reason: "resign", standIn: { left: "Ann", bot: "Gnu" } }]);
    const context = { room, shownPly: 3, gameView: racing, handAt: undefined, buttonMoves: [], t: en, gameTexts: gameTextsOf("mygame", "en"), language: "en" as const };
    expect(announcement(context)).toContain("Ann left · Gnu plays on");
    expect(canTakeBack(room)).toBe(true);
  });

  it("is no longer yours, unless it is the bot that reads what has happened", () => {
    const gone = game(0, ...ROUND, { type: "turn", game: "x", ply: 3, legal: ["walk"] }, ...replaced(5, 0));
    expect([gone.you, gone.legal]).toEqual([null, []]);
    const late: RoomState = { ...unknownRoom("x"), seats: PLAYERS, you: 0, target: 6 };
    expect([started(1), ...ROUND, ...replaced(5, 0)].reduce((state, message) => update(state, message, 0), late).you).toBe(0);
  });

  it("keeps the person when another version of the bot plays on", () => {
    const again: RoomOut = { type: "seated", game: "x", seq: 7, at: 8, seat: 0, seat_view: { player: { ...GNU, version: "2" }, salt: "s" } };
    const room = game(1, ...ROUND, ...replaced(5, 0), again);
    expect([room.seats[0]?.left?.name, room.seats[0]?.player?.version]).toEqual(["Ann", "2"]);
    expect(newestEntry(room)?.left).toHaveLength(1);
  });

  it("ends the offers, and is a loss for the person", () => {
    const offer = { type: "offered" as const, game: "x", seq: 5, at: 0, seat: 1, what: "draw" as const };
    expect(offerFrom(game(2, ...ROUND, offer, ...replaced(6, 0)), "draw")).toBeNull();
    const seats = [{ player: GNU, left: { name: "Ann" } }, ...PLAYERS.slice(1)];
    expect(outcomeFor({ scores: [1, 0, 0], seats }, 0)).toBe("loss");
  });

  it("lets the game continue where it would end", () => {
    const room: RoomState = { ...game(0, ...ROUND), playsOn: false, setup: { bots_fill: true } as RoomState["setup"] };
    expect(othersPlayOn(room)).toBe(true);
    expect(othersPlayOn({ ...room, setup: null })).toBe(false);
    expect(othersPlayOn({ ...room, seats: [...PLAYERS.slice(0, 1), { player: GNU }, { player: GNU }] })).toBe(false);
  });
});

describe("a seat that leaves", () => {
  it("in its turn gives it to the next", () => {
    const room = game(1, ...ROUND, withdrew(5, 0, { turn: 1 }));
    expect([ply(room), seatToMove(room), room.left, newestEntry(room)?.position]).toEqual([3, 1, [0], "without 0"]);
    expect(room.turnStartedAt).toBe(0);
  });

  it("out of turn leaves your turn as it is, with its moves", () => {
    const turn = { type: "turn" as const, game: "x", ply: 3, legal: ["walk", "wait"] };
    const room = game(0, ...ROUND, turn, withdrew(5, 2, { turn: 0 }));
    expect([seatToMove(room), room.legal]).toEqual([0, ["walk", "wait"]]);
    expect(game(1, ...ROUND, turn, withdrew(5, 0, { turn: 1 })).legal).toEqual([]);
  });

  it("has nothing to do any more, and is not waited for", () => {
    const room = game(2, ...ROUND.slice(0, 2), withdrew(4, 2, { turn: 0 }));
    expect([isPlayer(room), canAbort(room), canTakeBack(room)]).toEqual([false, false, false]);
    expect(canAbort({ ...room, you: 1 })).toBe(false);
    expect(isPlayer({ ...room, you: 1 })).toBe(true);
  });

  it("ends the open offers, and answers none", () => {
    const offer = { type: "offered" as const, game: "x", seq: 5, at: 0, seat: 1, what: "draw" as const };
    expect(offerFrom(game(0, ...ROUND, offer), "draw")).toBe(1);
    expect(offerFrom(game(0, ...ROUND, offer, withdrew(6, 2, { turn: 0 })), "draw")).toBeNull();
    expect(offerFrom(game(2, ...ROUND, withdrew(5, 2, { turn: 0 }), { ...offer, seq: 6 }), "draw")).toBeNull();
  });

  it("cannot be taken back over", () => {
    expect(canTakeBack(game(1, ...ROUND))).toBe(true);
    expect(canTakeBack(game(1, ...ROUND, withdrew(5, 2, { turn: 0 })))).toBe(false);
  });

  it("is named in its line of the moves, and no line is begun for it", () => {
    const { history } = game(null, ...ROUND, withdrew(5, 2, { turn: 0 }), moved(6, 3, "walk", { seat: 0, turn: 1 }));
    const lines = new RowBuilder().rounds(history, 3);
    expect(lines.map(({ rows, left }) => [rows.length, left.map((some) => some.map(({ seat }) => seat))])).toEqual([[3, [[], [], [], [2]]], [1, [[], []]]]);
  });

  it("is named at its place in the line, before later moves of the round", () => {
    const { history } = game(null, withdrew(2, 2, { turn: 0 }), ...[moved(3, 0, "walk", { turn: 1 }), withdrew(4, 0, { turn: 1 }), moved(5, 1, "walk", { seat: 1, turn: 1 })]);
    const [line] = new RowBuilder().rounds(history, 3);
    expect([line?.rows.length, line?.left.map((some) => some.map(({ seat }) => seat))]).toEqual([2, [[2], [0], []]]);
  });

  it("has a question that says whether the others continue", () => {
    const running = { ...game(0, ...ROUND), phase: "running" as const, playsOn: true };
    expect([running, { ...running, left: [1] }, { ...running, playsOn: false }].map(othersPlayOn)).toEqual([true, false, false]);
  });

  it("does not leave a game that people began to bots only", () => {
    const running = { ...game(0, ...ROUND), phase: "running" as const, playsOn: true };
    const [ann, bob] = PLAYERS.map(({ player }) => ({ player: { ...player, bot: false } }));
    const bot = { player: { name: "Deep", bot: true } };
    const without = (...seats: { player: { name: string; bot: boolean } }[]): boolean => continuesWithout({ ...running, seats }, 0);
    expect([without(ann!, bob!, bot), without(ann!, bot, bot), without(bot, bot, bot), without(bot, ann!, bot)]).toEqual([true, false, true, true]);
    expect(continuesWithout({ ...running, done: [1] }, 0)).toBe(false);
  });

  it("is announced", () => {
    const room = game(null, ...ROUND, withdrew(5, 2, { turn: 0, reason: "flag" }));
    const context = { room, shownPly: 3, gameView: racing, handAt: undefined, buttonMoves: [], t: en, gameTexts: gameTextsOf("mygame", "en"), language: "en" as const };
    expect(announcement(context)).toBe("Cyd played walk. The time of Cyd is up; the others play on.");
  });
});

describe("a seat that has finished", () => {
  const home = moved(3, 1, "walk", { seat: 1, turn: 2, done: [1] });

  it("has nothing to do any more, and is not waited for", () => {
    const room = game(1, ...ROUND.slice(0, 1), home);
    expect([isPlayer(room), canAbort(room), canTakeBack(room)]).toEqual([false, false, false]);
    const offer = { type: "offered" as const, game: "x", seq: 4, at: 0, seat: 0, what: "adjourn" as const };
    expect(offerFrom(update(room, offer, 0), "adjourn")).toBeNull();
    expect(offerFrom(update({ ...room, you: 2 }, offer, 0), "adjourn")).toBe(0);
  });

  it("need not have moved where the game was set up so", () => {
    const room: RoomState = { ...unknownRoom("x"), seats: PLAYERS, you: 1 };
    const events = (done: number[]) => [{ ...started(1), done }, moved(2, 0, "walk", { seat: 1, turn: 2, done }), moved(3, 1, "walk", { seat: 2, turn: 1, done })];
    const after = (done: number[]) => events(done).reduce((state, message) => update(state, message, 0), room);
    expect([canAbort(after([])), canAbort(after([0]))]).toEqual([true, false]);
  });

  it("plays again when the move that finished its race is taken back", () => {
    const back = { type: "taken_back" as const, game: "x", seq: 4, at: 0, seat: 1, plies: 1, ply: 1, position: "back", clock: { remaining_ms: [9, 9, 9] }, elapsed_ms: 0, turn: 1 };
    expect(isPlayer(game(1, ...ROUND.slice(0, 1), home, back))).toBe(true);
  });
});

describe("ranks", () => {
  it("are shared by equal scores, and the next are skipped", () => {
    expect(ranked([0.5, 1, 0.5, 0]).map(({ seats, rank }) => [seats[0], rank])).toEqual([[1, 1], [0, 2], [2, 2], [3, 4]]);
    expect([rankOf([1, 1, 0], 1), rankOf([1, 1, 0], 2), rankOf(null, 0)]).toEqual([1, 3, null]);
  });

  it("count partners as one", () => {
    expect(ranked([0, 1, 0, 1], [[0, 2], [1, 3]])).toEqual([{ seats: [1, 3], rank: 1, score: 1 }, { seats: [0, 2], rank: 2, score: 0 }]);
  });
});
