/** The list of finished games: its filters, how a game ended for the user, and a row as a browser first gets it. */

import { render } from "svelte/server";
import { type Component } from "svelte";
import { describe, expect, it, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("navigator", { languages: ["en"] }));

import HistoryRow from "../../src/features/history/HistoryRow.svelte";
import { type Filters, consistent, controlFilter, exportFilters, isFiltered, outcomeFor, serverFilters, usesExtraFilters, withFilter } from "../../src/features/history/history";
import type { Control } from "../../src/protocol";
import { summary } from "../helpers";

describe("how a game ended for a seat", () => {
  it.each([
    [[1, 0], 0, "win"],
    [[1, 0], 1, "loss"],
    [[0.5, 0.5], 1, "draw"],
    [[1, 1, 0], 1, "win"],
    [[0.5, 1, 0], 0, "loss"],
    [[1, 1, 1], 2, "draw"],
    [null, 0, "none"],
    [[1, 0], 2, "none"],
  ] as const)("%j is for seat %i: %s", (scores, seat, outcome) => {
    expect(outcomeFor({ scores: scores && [...scores] }, seat)).toBe(outcome);
  });
});

describe("the filters", () => {
  it("ask for the user's own games only with an account", () => {
    expect(serverFilters({ mine: "true", game: "mygame" }, true)).toEqual({ state: "finished", game: "mygame", mine: "true" });
    expect(serverFilters({ mine: "true", game: "mygame" }, false)).toEqual({ state: "finished", game: "mygame" });
    expect(serverFilters({ mine: "yes" }, true)).toEqual({ state: "finished" });
  });

  it("of a download are those of the list without the state, because all its games are finished", () => {
    expect(exportFilters(serverFilters({ mine: "true", game: "mygame" }, true))).toEqual({ game: "mygame", mine: "true" });
  });

  it("drop a result that has no meaning with another filter", () => {
    expect(withFilter({ result: "0" }, "mine", "true")).toEqual({ mine: "true" });
    expect(withFilter({ result: "win", player: "Ann" }, "player", "")).toEqual({});
    expect(withFilter({ result: "win", mine: "true" }, "opponent", "Ann")).toEqual({ mine: "true", opponent: "Ann", result: "win" });
    expect(withFilter({ result: "draw" }, "mine", "true")).toEqual({ mine: "true", result: "draw" });
  });

  it("are never combined as the server refuses", () => {
    expect(consistent({ mine: "true", player: "Bob", person: "Ann" })).toEqual({ mine: "true", opponent: "Bob" });
    expect(withFilter({ mine: "true" }, "person", "Ann")).toEqual({ person: "Ann" });
    expect(withFilter({ person: "Ann", opponent: "Bob" }, "mine", "true")).toEqual({ mine: "true", opponent: "Bob" });
    expect(withFilter({ person: "Ann", opponent: "Bob", result: "win" }, "person", "")).toEqual({ player: "Bob", result: "win" });
    expect(withFilter({ player: "Ann" }, "opponent", "Bob")).toEqual({ player: "Ann", opponent: "Bob" });
    expect(consistent({ opponent: "Bob" })).toEqual({ player: "Bob" });
    const place = { position: "x", "s.size": "6" };
    expect(withFilter({ game: "mygame", ...place }, "game", "other")).toEqual({ game: "other" });
    expect(withFilter({ game: "mygame", ...place }, "rated", "true")).toEqual({ game: "mygame", rated: "true", ...place });
    expect(consistent(place)).toEqual({});
  });

  it.each<[Control, string | null]>([
    [{ kind: "fischer", base_ms: 180_000, increment_ms: 2000 }, "180+2"],
    [{ kind: "fischer", base_ms: 180_000, increment_ms: 500, cap_ms: 300_000 }, "180+0.5,cap300"],
    [{ kind: "sudden_death", base_ms: 300_000 }, "300"],
    [{ kind: "delay", base_ms: 240_000, delay_ms: 12_000 }, "240d12"],
    [{ kind: "bronstein", base_ms: 240_000, delay_ms: 3000 }, "240b3"],
    [{ kind: "per_move", time_ms: 30_000 }, "30/move"],
    [{ kind: "byoyomi", base_ms: 600_000, periods: 5, period_ms: 30_000 }, "600+5x30"],
    [{ kind: "canadian", base_ms: 600_000, moves: 25, period_ms: 300_000 }, "600+25/300"],
    [{ kind: "hourglass", base_ms: 180_000 }, "180/hourglass"],
    [{ kind: "correspondence", days: 3 }, "3days"],
    [{ kind: "unlimited", move_limit_ms: 20_000 }, "unlimited,max20"],
    [{ kind: "stages", stages: [{ base_ms: 1000 }] }, null],
  ])("has the clock %o as %j", (control, text) => expect(controlFilter(control)).toBe(text));

  it("are empty for the whole list of the user's own games", () => {
    const whole: Filters[] = [{}, { mine: "true" }, { person: "Ann", game: "" }];
    const filtered: Filters[] = [{ game: "mygame" }, { to: "2026-01-31" }, { reason: "flag", mine: "true" }];
    expect(whole.map(isFiltered)).toEqual([false, false, false]);
    expect(filtered.map(isFiltered)).toEqual([true, true, true]);
    expect([...whole, ...filtered].map(usesExtraFilters)).toEqual([false, false, false, false, true, true]);
  });
});

describe("a row", () => {
  const seats = ["Guest 4821", "Bob"].map((name) => ({ player: { name } }));
  const row = (you?: number): string => {
    const game = summary({ state: "finished", seats, scores: [1, 0], reason: "resign", moves: 1, you });
    const { body } = render(HistoryRow as Component<Record<string, unknown>>, { props: { game, onopen: () => {} } });
    return body.replaceAll(/<!--[\s\S]*?-->|<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  };

  it("of the user's own game says how it ended for the user, with a shape beside the word", () => {
    expect(row(0)).toMatch(/You .*Bob .*Won by resignation 1 move/);
    expect(row(1)).toMatch(/Guest 4821 .*You .*Lost by resignation/);
    expect(row(1)).not.toContain("1–0");
  });

  it("of other people's game has the result of each side", () => {
    expect(row()).toMatch(/Guest 4821 Bob 1–0 by resignation/);
  });
});
