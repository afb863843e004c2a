import { expect, it } from "vitest";

import { applyLobbyChange, hasOpenSeat } from "../src/core/lobby";
import type { GameSummary, Lobby } from "../src/protocol";

function row(id: string, moves = 0): GameSummary {
  const control = { kind: "unlimited" } as GameSummary["control"];
  return { id, game_type: "mygame", settings: {}, control, state: "running", seats: [], moves, position: "", created_at: 0 };
}

const before: Lobby = { type: "lobby", open: [row("bob")], running: [row("ann")], yours: [], bots: [] };

it("keeps what the message does not change", () => {
  expect(applyLobbyChange(before, { type: "lobby_changed" })).toEqual(before);
  const moved = applyLobbyChange(before, { type: "lobby_changed", games: [row("ann", 3)] });
  expect(moved).toEqual({ ...before, running: [row("ann", 3)] });
});

it("moves games from list to list, in the order of the message", () => {
  const begun = applyLobbyChange(before, { type: "lobby_changed", open: [], running: ["bob", "ann"], yours: [row("bob")] });
  expect(begun).toEqual({ ...before, open: [], running: [row("bob"), row("ann")], yours: [row("bob")] });
});

it("leaves out unknown games", () => {
  expect(applyLobbyChange(before, { type: "lobby_changed", running: ["eve", "ann"] }).running).toEqual([row("ann")]);
});

it("tells open seats from those that are kept for somebody", () => {
  const game = (seats: GameSummary["seats"], state: GameSummary["state"] = "open") => ({ ...row("x"), seats, state });
  const me = { player: { name: "Ann" } };
  expect(hasOpenSeat(game([me, {}]))).toBe(true);
  expect(hasOpenSeat(game([{ reserved: "Ann" }, {}]))).toBe(true);
  expect(hasOpenSeat(game([me, { reserved: "Ponderer" }]))).toBe(false);
  expect(hasOpenSeat(game([me, me], "running"))).toBe(false);
});
