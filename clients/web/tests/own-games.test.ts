import { describe, expect, it } from "vitest";

import { absenceEndsAt, byUrgency, firstLost, isPressing, isYourTurn, leftText, nextGame, shownAndFolded, timeUntil, turnStatus, waitingForYou } from "../src/app/words/own-games";
import type { Control, GameSummary } from "../src/protocol";
import { texts } from "../src/texts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAYS: Control = { kind: "correspondence", days: 3 };
const BLITZ: Control = { kind: "fischer", base_ms: 180_000, increment_ms: 2000 };

function game(id: string, more: Partial<GameSummary> = {}): GameSummary {
  const seats = [{ player: { name: "Ann" } }, { player: { name: "Bob" } }];
  return { id, game_type: "g", settings: {}, control: DAYS, state: "running", seats, moves: 3, position: "", created_at: 1, you: 0, turn: 0, ...more };
}

const ids = (games: readonly GameSummary[]): string[] => games.map(({ id }) => id);

describe("the user's own games", () => {
  it("come by urgency: own turns with the least time first, then open games, then the others' turns, then paused and adjourned ones", () => {
    const games = [
      game("adjourned", { state: "adjourned" }),
      game("theirs, soon", { turn: 1, turn_ends_at: 5 }),
      game("theirs", { turn: 1, turn_ends_at: 900 }),
      game("mine, no clock", { control: { kind: "unlimited" } }),
      game("mine, days", { turn_ends_at: 800 }),
      game("invited", { state: "open", turn: null }),
      game("mine, seconds", { control: BLITZ, turn_ends_at: 20 }),
      game("paused", { state: "paused" }),
    ];
    const expected = ["mine, seconds", "mine, days", "mine, no clock", "invited", "theirs, soon", "theirs", "paused", "adjourned"];
    expect(ids(byUrgency(games))).toEqual(expected);
    expect(ids(byUrgency(games.toReversed()))).toEqual(expected);
    expect(ids(waitingForYou(games))).toEqual(expected.slice(0, 3));
    expect(ids(waitingForYou(games, "mine, days"))).toEqual(["mine, seconds", "mine, no clock"]);
  });

  it("are folded away beyond the first ones, but for own turns and live games", () => {
    const theirs = (id: string, more: Partial<GameSummary> = {}) => game(id, { turn: 1, ...more });
    const games = [theirs("days 1", { turn_ends_at: 1 }), theirs("days 2", { turn_ends_at: 2 }), theirs("live", { control: BLITZ, turn_ends_at: 9 }), theirs("no clock", { control: { kind: "unlimited" } }), game("adjourned", { state: "adjourned", control: BLITZ })];
    const own = Array.from({ length: 9 }, (_, index) => game(`mine ${index}`, { turn_ends_at: index }));
    const split = (all: GameSummary[]) => Object.values(shownAndFolded(all, 1)).map(ids);
    expect(split(games)).toEqual([["days 1", "live"], ["days 2", "no clock", "adjourned"]]);
    expect(split([...games, ...own])).toEqual([[...ids(own), "live"], ["days 1", "days 2", "no clock", "adjourned"]]);
  });

  it("know whose turn it is, on each of several seats too", () => {
    expect(isYourTurn(game("x", { you: null }))).toBe(false);
    expect(isYourTurn(game("x", { turn: null }))).toBe(false);
    expect(isYourTurn(game("x", { state: "adjourned" }))).toBe(false);
    expect(isYourTurn(game("x", { turn: 1, you: 0, your_seats: [0, 1] }))).toBe(true);
    const status = [{}, { turn: 1 }, { turn: null }, { state: "adjourned" as const }, { state: "open" as const }];
    expect(status.map((more) => turnStatus(game("x", more), texts.en))).toEqual(["Your turn", "Bob to move", "", "adjourned", "not started"]);
  });

  it("show the time left of the seat to move, as long as its clock runs", () => {
    const left = (ms: number, more: Partial<GameSummary> = {}) => leftText(game("x", { turn_ends_at: 1000 + ms, ...more }), 1000, texts.en);
    expect([2 * DAY + 3 * HOUR + 5, DAY, 3 * HOUR + 12 * 60_000, HOUR, 271_000, 10_900, 9999, -5].map((ms) => left(ms))).toEqual(["2 d 3 h", "1 d", "3 h 12 min", "1 h", "4:31", "0:10", "9 s", "0 s"]);
    expect(left(5, { state: "paused" })).toBe("");
    expect(leftText(game("x"), 0, texts["zh-Hans"])).toBe("");
    const pressing = (ms: number, more: Partial<GameSummary> = {}) => isPressing(game("x", { turn_ends_at: ms, ...more }), 0);
    expect([pressing(5 * HOUR), pressing(7 * HOUR), pressing(5 * HOUR, { turn: 1 }), pressing(40_000, { control: BLITZ }), pressing(20_000, { control: BLITZ })]).toEqual([true, false, false, false, true]);
  });

  it("tell when the user loses by staying away, before all else", () => {
    const away = (ends: (number | null)[], more: Partial<GameSummary> = {}) => absenceEndsAt(game("x", { absences_end_at: ends, ...more }));
    expect([away([]), away([null, 700]), away([700, null]), away([700, 900], { you: 1 }), away([5], { you: null })]).toEqual([null, null, 700, 900, null]);
    expect([away([700, 500, 9], { your_seats: [0, 1] }), away([700], { state: "paused" }), absenceEndsAt(game("x"))]).toEqual([500, null, null]);
    // the clock decides before
    expect([away([700], { turn_ends_at: 600 }), away([700], { turn_ends_at: 800 }), away([700], { turn: 1, turn_ends_at: 600 })]).toEqual([null, 700, 700]);
    const games = [game("mine, seconds", { turn_ends_at: 1 }), game("away", { turn: 1, absences_end_at: [9, null] }), game("away, sooner", { turn: 1, absences_end_at: [7, null] })];
    expect(ids(byUrgency(games))).toEqual(["away, sooner", "away", "mine, seconds"]);
    expect(ids(shownAndFolded(games, 0).folded)).toEqual([]);
    expect([firstLost(games)?.id, firstLost(games, "away, sooner")?.id, firstLost(games.slice(0, 1))]).toEqual(["away, sooner", "away", undefined]);
    const said = (["en", "zh-Hans", "zh-Hant"] as const).map((language) => texts[language].play.comeBack(timeUntil(15_000, 1000, texts[language])));
    expect(said).toEqual(["You are away: come back within 0:14, or you lose it", "你不在场，请在 0:14 内回来，否则判负", "你不在場，請在 0:14 內回來，否則判負"]);
  });

  it("a live game is left only for another live game; other games are left for the most urgent one", () => {
    const [days, blitz] = [game("days"), game("blitz", { control: BLITZ })];
    expect(nextGame([days], blitz)).toBeUndefined();
    expect(nextGame([days, game("b2", { control: BLITZ })], blitz)?.id).toBe("b2");
    expect(nextGame([days], { ...blitz, state: "finished" })?.id).toBe("days");
    expect(nextGame([blitz, days], days)?.id).toBe("blitz");
  });
});
