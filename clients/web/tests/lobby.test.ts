import { expect, it } from "vitest";

import { applyLobbyChange, hasOpenSeat, isStandardGame, withFollowed } from "../src/app/room/lobby";
import type { CatalogueGame, GameSummary, Lobby } from "../src/protocol";

function row(id: string, moves = 0): GameSummary {
  const control = { kind: "unlimited" } as GameSummary["control"];
  return { id, game_type: "mygame", settings: {}, control, state: "running", seats: [], moves, position: "", created_at: 0 };
}

const before: Lobby = { type: "lobby", open: [row("bob")], running: [row("ann")], yours: [], bots: [], waiting: [] };

it("keeps what the message does not change", () => {
  expect(applyLobbyChange(before, { type: "lobby_changed" })).toEqual({ ...before, at: 0 });
  const moved = applyLobbyChange(before, { type: "lobby_changed", games: [row("ann", 3)] });
  expect(moved).toEqual({ ...before, at: 0, running: [row("ann", 3)] });
});

it("moves games from list to list, in the order of the message", () => {
  const begun = applyLobbyChange(before, { type: "lobby_changed", open: [], running: ["bob", "ann"], yours: [row("bob")] });
  expect(begun).toEqual({ ...before, at: 0, open: [], running: [row("bob"), row("ann")], yours: [row("bob")] });
});

it("takes the turns of own games, and keeps the order of the rows", () => {
  const lobby = { ...before, yours: [row("one"), { ...row("two"), turn: 0, turn_ends_at: 9, you: 1 }] };
  const turns = [{ game: "two", moves: 4, position: "p", turn: 1 }, { game: "gone", moves: 1, position: "" }];
  const { yours, at } = applyLobbyChange(lobby, { type: "lobby_changed", turns, at: 77 });
  expect(yours).toEqual([row("one"), { ...row("two", 4), position: "p", turn: 1, turn_ends_at: null, absences_end_at: [], you: 1 }]);
  expect(at).toBe(77);
});

it("takes who is absent in own games, until all are back", () => {
  const turn = { game: "one", moves: 0, position: "" };
  const away = applyLobbyChange({ ...before, yours: [row("one")] }, { type: "lobby_changed", turns: [{ ...turn, absences_end_at: [9, null] }] });
  expect(away.yours[0]?.absences_end_at).toEqual([9, null]);
  expect(applyLobbyChange(away, { type: "lobby_changed", turns: [turn] }).yours[0]?.absences_end_at).toEqual([]);
});

it("leaves out unknown games", () => {
  expect(applyLobbyChange(before, { type: "lobby_changed", running: ["eve", "ann"] }).running).toEqual([row("ann")]);
});

it("distinguishes open seats from reserved ones", () => {
  const game = (seats: GameSummary["seats"], state: GameSummary["state"] = "open") => ({ ...row("x"), seats, state });
  const me = { player: { name: "Ann" } };
  expect(hasOpenSeat(game([me, {}]))).toBe(true);
  expect(hasOpenSeat(game([{ reserved: "Ann" }, {}]))).toBe(true);
  expect(hasOpenSeat(game([me, { reserved: "Ponderer" }]))).toBe(false);
  expect(hasOpenSeat(game([me, me], "running"))).toBe(false);
});

it("recognizes standard games", () => {
  const cube = { name: "cube", default: false } as CatalogueGame["settings"][number];
  const catalogue = { id: "mygame", start: "", settings: [cube], controls: [] } as unknown as CatalogueGame;
  const blitz: GameSummary["control"] = { kind: "fischer", base_ms: 180_000, increment_ms: 2000 };
  const game = (more: Partial<GameSummary>): GameSummary => ({ ...row("x"), control: blitz, ...more });
  expect([game({}), row("x"), game({ settings: { cube: false } })].map((one) => isStandardGame(one, catalogue))).toEqual([true, true, true]);
  expect([30_000, 60_000, 600_000].map((first_move_ms) => isStandardGame(game({ first_move_ms }), catalogue))).toEqual([true, true, true]);
  const odd: Partial<GameSummary>[] = [
    { position: "another" },
    { settings: { cube: true } },
    { first_move_ms: 15_000 },
    { control: { ...blitz, base_ms: 1 } },
    { control: { ...blitz, move_limit_ms: 300 } },
    { control: { kind: "per_move", time_ms: 1000 } },
    { control: { kind: "stages", stages: [{ base_ms: 5000 }] } },
  ];
  expect(odd.map((more) => isStandardGame(game(more), catalogue))).toEqual(odd.map(() => false));
  expect(isStandardGame(game({}), undefined)).toBe(false);
});

it("has the news of those whom the user follows in their places", () => {
  const ann = { name: "Ann", bot: false, online: false };
  const bob = { name: "Bob", bot: false, online: true };
  expect(withFollowed([ann, bob], [{ ...ann, online: true, playing: ["g"] }])).toEqual([{ ...ann, online: true, playing: ["g"] }, bob]);
  expect(withFollowed([], [bob])).toEqual([bob]);
});
