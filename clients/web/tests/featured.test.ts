import { describe, expect, it } from "vitest";

import { bestGame, selectReplays } from "../src/features/watch/featured";
import type { GameSummary } from "../src/protocol";
import { summary } from "./helpers";

/** A game of these players, of whom those in capitals are bots. */
function game(id: string, players: string, created_at: number, more: Partial<GameSummary> = {}): GameSummary {
  const seats = [...players].map((name) => ({ player: { name, bot: name !== name.toLowerCase() } }));
  return summary({ id, seats, created_at, state: "running", moves: 1, ...more });
}

describe("the featured game", () => {
  it("is preferably one between people, then one with people, then one between bots", () => {
    const [people, mixed, bots] = [game("1", "ab", 1), game("2", "aB", 2), game("3", "AB", 3)];
    expect(bestGame([bots, mixed, people], null)).toBe(people);
    expect(bestGame([bots, mixed], null)).toBe(mixed);
    expect(bestGame([bots], null)).toBe(bots);
    expect(bestGame([], "1")).toBeNull();
    expect(bestGame([game("4", "ab", 4, { moves: 0 })], "4")).toBeNull();
  });

  it("is the newest of equals, but stays until a better one comes", () => {
    const [old, young, people] = [game("1", "aB", 1), game("2", "cD", 2), game("3", "ef", 0)];
    expect(bestGame([old, young], null)).toBe(young);
    expect(bestGame([old, young], "1")).toBe(old);
    expect(bestGame([old, young, people], "1")).toBe(people);
    expect(bestGame([young], "1")).toBe(young);
  });

  it("is one whose clock runs", () => {
    const [adjourned, bots] = [game("1", "ab", 1, { state: "adjourned" }), game("2", "AB", 2)];
    expect(bestGame([adjourned, bots], "1")).toBe(bots);
  });
});

describe("replays worth seeing", () => {
  const ended: Partial<GameSummary> = { state: "finished", scores: [1, 0], reason: "rules", moves: 30 };

  it("were played out by different players, people first", () => {
    const games = [
      game("short", "ab", 9, { ...ended, moves: 5 }),
      game("aborted", "ab", 8, { ...ended, reason: "aborted", scores: null }),
      game("abandoned", "ab", 7, { ...ended, reason: "abandoned" }),
      game("bots", "AB", 6, ended),
      game("people", "ab", 5, ended),
      game("again", "ba", 4, ended),
      game("other", "ba", 3, { ...ended, game_type: "another" }),
    ];
    expect(selectReplays(games, 8).map(({ id }) => id)).toEqual(["people", "other", "bots"]);
    expect(selectReplays(games, 1).map(({ id }) => id)).toEqual(["people"]);
  });
});
