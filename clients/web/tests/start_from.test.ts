/** Games that start from a position of another game. */

import { describe, expect, it } from "vitest";

import { fromRecord } from "../src/app/room/fold";
import type { RoomState } from "../src/app/room/room";
import { defaultChoices, request, startingFrom } from "../src/features/start/choices";
import { startFrom } from "../src/features/start/start-from";
import { type CatalogueGame, type GameSummary, MAX_SETUP_MOVES, type RoomEvent, type Setup } from "../src/protocol";
import { finished, moved, record, started, threw, withdrew } from "./helpers";

function replayed(events: RoomEvent[], setup: Setup | null = null, more: object = {}): RoomState {
  return { ...fromRecord(record(events, { state: "finished", settings: { size: 6 }, ...more } as Partial<GameSummary>), 0), setup };
}

const OPENING = [started(1), moved(2, 0, "a1"), moved(3, 1, "b2")];

describe("the start of a game from a replayed position", () => {
  it("plays the moves again, for the rules of repetition, with the settings of the game", () => {
    const room = replayed([...OPENING, finished(4)]);
    expect(startFrom(room, 2)).toEqual({ position: "......... x", moves: ["a1", "b2"], shown: "after b2", turn: 0, settings: { size: 6 }, ply: 2 });
    expect(startFrom(room, 0)).toMatchObject({ position: "......... x", moves: [], shown: "......... x", turn: 0 });
  });

  it("has the settings that the start says, where it was drawn", () => {
    const from = startFrom(replayed(OPENING, { position: null, moves: [] }), 1, (position) => ({ start: position.length }));
    expect(from).toMatchObject({ position: null, moves: ["a1"], settings: { size: 6, start: "......... x".length } });
  });

  it("plays the moves of the game's own setup first", () => {
    expect(startFrom(replayed(OPENING, { position: "my start", moves: ["z9"] }), 1)).toMatchObject({ position: "my start", moves: ["z9", "a1"], shown: "after a1" });
    expect(startFrom(replayed(OPENING, { position: null, moves: [] }), 1)).toMatchObject({ position: null, moves: ["a1"] });
  });

  it.each([
    [MAX_SETUP_MOVES, [], "......... x"],
    [MAX_SETUP_MOVES + 2, [], "after m1"],
    [MAX_SETUP_MOVES, ["z9", "z8"], "after m1"],
  ])("plays at most the last 400 of %i moves", (count, before, position) => {
    const moves = Array.from({ length: count + (before.length > 0 ? 2 : 0) }, (_, ply) => moved(ply + 2, ply, `m${ply}`));
    const from = startFrom(replayed([started(1), ...moves], before.length > 0 ? { position: "my start", moves: before } : null), moves.length);
    expect([from?.position, from?.moves.length, from?.moves.at(-1), from?.shown]).toEqual([position, MAX_SETUP_MOVES, `m${moves.length - 1}`, `after m${moves.length - 1}`]);
  });

  it("takes only the position where dice were thrown", () => {
    const room = replayed([started(1), threw(2, 0, 0, 3, 0), moved(3, 0, "a1"), threw(4, 1, 1, 5, 1)]);
    expect(startFrom(room, 1)).toMatchObject({ position: "thrown 5", moves: [], shown: "thrown 5", turn: 1 });
  });

  it("is not possible where the game is over, or a seat has left", () => {
    const over = replayed([...OPENING, moved(4, 2, "c3", { turn: null }), finished(5, { reason: "rules" })]);
    expect([startFrom(over, 3), startFrom(over, 2)?.shown, startFrom(over, 9)]).toEqual([null, "after b2", null]);
    const left = replayed([...OPENING, withdrew(4, 0, { turn: 1 }), moved(5, 2, "c3", { seat: 1, turn: 2 })]);
    expect([startFrom(left, 1)?.ply, startFrom(left, 2), startFrom(left, 3)]).toEqual([1, null, null]);
  });

  it("is possible from an imported position without moves", () => {
    expect(startFrom(replayed([], null, { imported: true }), 0)).toMatchObject({ position: "......... x", moves: [], turn: null });
    expect(startFrom(replayed([]), 0)).toBeNull();
    expect(startFrom(replayed([finished(1)], null, { imported: true }), 0)).toBeNull();
  });
});

describe("the request for it", () => {
  const game: CatalogueGame = {
    id: "mygame", names: {}, seats: 2, draws: true, rules_version: 1, settings: [{ name: "size", default: 8, choices: [8, 6] }],
    seat_names: ["black", "white"], start: "", controls: [{ kind: "unlimited" }],
  };
  const start = startFrom(replayed(OPENING), 1)!;

  it("has the position, the moves and the settings; the user plays the side to move", () => {
    const choices = startingFrom({ ...defaultChoices(game, []), opponent: "link", position: "stored" }, start);
    expect(request(game, choices, 0, [], start)).toEqual({
      game_type: "mygame", control: { kind: "unlimited" }, seats: [{ kind: "open" }, { kind: "me" }], settings: { size: 6 }, listed: false,
      setup: { position: "......... x", moves: ["a1"] },
    });
  });

  it("has no setup for the usual start, whatever position was typed in earlier", () => {
    const usual = { ...start, position: null, moves: [] };
    expect(request(game, { ...defaultChoices(game, []), position: "stored" }, 0, [], usual).setup).toBeUndefined();
  });

  it("keeps the time of first moves", () => {
    const choices = { ...defaultChoices({ ...game, controls: [{ kind: "fischer", base_ms: 1, increment_ms: 1 }] }, []), opponent: "seat" as const, firstMove: 60_000 };
    const timed = { ...game, controls: [{ kind: "fischer" as const, base_ms: 60_000, increment_ms: 1000 }] };
    expect(request(timed, choices, 0, [], start).setup).toEqual({ first_move_ms: 60_000, position: "......... x", moves: ["a1"] });
  });
});
