import { describe, expect, it, test } from "vitest";

import { clubPath, parseRoute, withQuery } from "../src/app/browser/router";
import { clubTexts } from "../src/features/clubs/club-texts";
import { MAX_SHOWN, codeInHash, firstLadder, joinWay, placeTaken, plays, shownPlaces, speedOf, speedsToTry, stateOf, wholeNumber, withPage } from "../src/features/clubs/clubs";
import { challengeOf, invitationsOf, mayBeAccepted, tasksOf, withChallenge } from "../src/features/own-clubs/own-tasks";
import { presetsFor } from "../src/features/own-clubs/preset-choice";
import { isPressing, timeLeft } from "../src/features/own-clubs/time-left";
import { isSameControl } from "../src/features/start/custom-control";
import type { Control, LadderChallenge, LadderResult, LadderRow, OwnChallenge, OwnClub } from "../src/protocol";
import { LANGUAGES } from "../src/texts";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const BLITZ: Control = { kind: "fischer", base_ms: 300_000, increment_ms: 3000 };

describe("the page of a club", () => {
  it.each(["club-of-linz", "42", "a1"])("has a path from which %j can be read", (slug) => {
    expect(parseRoute(clubPath(slug))).toEqual({ page: "club", slug, query: {} });
  });

  it("has the ladder and the filters in its URL", () => {
    const url = new URL(withQuery(clubPath("ab"), { ladder: "abc", speed: "" }), "http://localhost");
    expect(parseRoute(url.pathname, url.search)).toEqual({ page: "club", slug: "ab", query: { ladder: "abc" } });
  });

  it.each(["/clubs/a", "/clubs/-ab", "/clubs/a--b", "/clubs/ab-", "/clubs/Ab", "/clubs/ab/members"])("is not at %s", (path) => {
    expect(parseRoute(path)).toEqual({ page: "missing" });
  });

  it("takes the code out of a link", () => {
    expect([codeInHash("#code=K7QF-3MZD"), codeInHash("#ply=3"), codeInHash("#code=<b>"), codeInHash("")]).toEqual(["K7QF-3MZD", "", "", ""]);
  });
});

test.each([
  [{ join: "closed", you: "invited" }, "invited"],
  [{ join: "closed" }, "closed"],
  [{ join: "code" }, "code"],
  [{}, "open"],
  [{ join: "code", you: "member" }, "member"],
  [{ you: "leader" }, "member"],
] as const)("somebody in %o joins: %s", (club, way) => expect(joinWay(club)).toBe(way));

test("a club that names no game plays all", () => {
  const clubs = [{ games: ["abc"] }, { games: [] }, {}];
  expect(clubs.map((club) => plays(club, "xyz"))).toEqual([false, true, true]);
  expect(clubs.map((club) => plays(club, ""))).toEqual([true, true, true]);
});

test("what is on two pages of a list is listed once", () => {
  expect(withPage(["a", "b"], ["b", "c"], (item) => item)).toEqual(["a", "b", "c"]);
});

describe("the time left", () => {
  it.each([
    [7 * DAY - 1, "7 days"],
    [6.4 * DAY, "6 days"],
    [36 * HOUR, "2 days"],
    [36 * HOUR - 1, "36 hours"],
    [90 * MINUTE, "2 hours"],
    [89 * MINUTE, "89 minutes"],
    [20_000, "1 minute"],
    [-DAY, "1 minute"],
  ])("of %i ms is %s", (ms, text) => expect(timeLeft(1e12 + ms, 1e12, "en-GB")).toBe(text));

  it("is in the user's language, and presses on the last day", () => {
    expect(timeLeft(5 * DAY, 0, "zh-Hans")).toBe("5天");
    expect([isPressing(DAY, 0), isPressing(DAY - 1, 0)]).toEqual([false, true]);
  });
});

describe("a long ladder", () => {
  const places = Array.from({ length: 60 }, (_, index) => ({ place: index + 1, name: `P${index + 1}` }));
  const shown = (you: number | null, count = 60) =>
    shownPlaces({ places: places.slice(0, count), you, reach: 3 }).map((row) => (typeof row === "number" ? -row : row.place));

  it("shows the top, and what is around the user; the numbers of places left out add up", () => {
    expect(shown(40)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -26, 37, 38, 39, 40, 41, 42, 43, -17]);
    expect(shown(null)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -50]);
    expect(shown(12)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, -45]);
    expect(shown(60).slice(-4)).toEqual([57, 58, 59, 60]);
  });

  it("is shown as a whole up to a length", () => expect(shown(null, MAX_SHOWN)).toHaveLength(MAX_SHOWN));
});

test("a challenge waits for an answer, then for its game, which is then played", () => {
  const challenge: LadderChallenge = { number: 1, challenger: "Cleo", challenged: "Bob", at: 0, until: DAY };
  expect([challenge, { ...challenge, game: "g" }, { ...challenge, game: "g", until: null }].map(stateOf)).toEqual(["open", "accepted", "playing"]);
});

test.each([
  ["won", 2],
  ["declined", 2],
  ["unanswered", 2],
  ["not_begun", 2],
  ["left", 2],
  ["lost", null],
  ["drawn", null],
  ["ended", null],
] as const)("after %s the challenger has taken the place %s", (outcome, place) => {
  const result: LadderResult = { at: 0, challenger: "Cleo", challenged: "Bob", outcome, places: [2, 3] };
  expect(placeTaken(result)).toBe(place);
  expect(placeTaken({ ...result, places: [null, null] })).toBeNull();
});

test("the user's own ladder is shown first, else the longest", () => {
  const row = (game_type: string, places: number, you?: number): LadderRow => ({ game_type, control: BLITZ, rated: false, places, ...(you && { you }) });
  expect(firstLadder([row("abc", 1), row("xyz", 5), row("other", 2, 2)])?.game_type).toBe("other");
  expect(firstLadder([row("abc", 1), row("xyz", 5)])?.game_type).toBe("xyz");
  expect(firstLadder([])).toBeUndefined();
});

test("a number is whole, and in its range", () => {
  expect(["1", " 20 ", "0", "21", "2.5", "", "x", "1e1"].map((text) => wholeNumber(text, 1, 20))).toEqual([1, 20, null, null, null, null, null, null]);
});

test("what waits for the user comes first, by its time; running games are elsewhere", () => {
  const one = (number: number, rest: Partial<OwnChallenge>): OwnChallenge => ({ slug: "ab", club: "Ab", game_type: "abc", number, opponent: "Bob", you: "challenged", until: DAY, ...rest });
  const tasks = tasksOf([one(1, { you: "challenger" }), one(2, { game: "g", you: "challenger" }), one(3, {}), one(4, { until: HOUR }), one(5, { game: "h", until: null })]);
  expect(tasks.map(({ number, what }) => [number, what])).toEqual([[4, "answer"], [3, "answer"], [2, "begin"], [1, "wait"]]);
});

test("a challenge that the lobby tells is listed once", () => {
  const told: OwnChallenge = { slug: "ab", club: "Ab", game_type: "abc", number: 1, opponent: "Bob", you: "challenged", until: DAY };
  expect(withChallenge([told], { ...told })).toEqual([told]);
  expect(withChallenge([told], { ...told, game_type: "xyz" })).toHaveLength(2);
});

describe("the clocks of clubs", () => {
  const club = (slug: string, rest: Partial<OwnClub> = {}): OwnClub => ({ slug, name: slug.toUpperCase(), you: "member", presets: [{ name: "Blitz", control: BLITZ }], ...rest });
  const names = (game: string, clubs: OwnClub[]) => presetsFor(game, clubs).map(({ club, isNamedOften }) => [club, isNamedOften]);

  it("are offered for the games that the club plays", () => {
    expect(names("abc", [club("ab", { games: ["abc", "xyz"] })])).toEqual([["AB", false]]);
    expect(names("other", [club("ab", { games: ["abc", "xyz"] }), club("cd")])).toEqual([["CD", false]]);
  });

  it("say whose they are if two have the same name", () => {
    expect(names("abc", [club("ab"), club("cd", { you: "leader" })])).toEqual([["AB", true], ["CD", true]]);
  });

  it("are not those of a club that has only invited the user", () => {
    const clubs = [club("ab", { you: "invited" })];
    expect(names("abc", clubs)).toEqual([]);
    expect(invitationsOf(clubs)).toEqual(clubs);
  });

  it("are the same whatever the order of their fields, and without nulls", () => {
    expect(isSameControl(BLITZ, { increment_ms: 3000, cap_ms: null, base_ms: 300_000, kind: "fischer" })).toBe(true);
    expect(isSameControl(BLITZ, { ...BLITZ, increment_ms: 2000 })).toBe(false);
  });
});

describe("the texts", () => {
  it.each(LANGUAGES)("of results name both players in %s", (language) => {
    for (const say of Object.values(clubTexts[language].outcomes)) expect(say("Ann", "Bob")).toMatch(/Ann.*Bob|Bob.*Ann/);
  });
});

test("a game on a ladder is known by the challenge that it decides", () => {
  const [open, accepted] = [{ opponent: "Cy", game_type: "abc", you: "challenger" }, { opponent: "Di", game_type: "abc", you: "challenged", game: "g1" }] as OwnChallenge[];
  const challenges = [open!, accepted!];
  expect([challengeOf(challenges, "g1"), challengeOf(challenges, "g2")]).toEqual([accepted, undefined]);
  expect(mayBeAccepted(challenges, "Cy", "abc"), "not noted yet").toBe(true);
  expect([mayBeAccepted(challenges, "Di", "abc"), mayBeAccepted(challenges, "Cy", "xyz"), mayBeAccepted([{ ...open!, you: "challenged" }], "Cy", "abc")]).toEqual([false, false, false]);
});

test("the leaderboard opens on the class of the ladder, then of the club's clocks", () => {
  const rapid: Control = { kind: "fischer", base_ms: 600_000, increment_ms: 5000 };
  const ladders = [{ game_type: "abc", control: rapid }] as LadderRow[];
  const presets = [{ name: "Slow", control: { kind: "correspondence", days: 3 } as Control }];
  expect(speedsToTry({ ladders, presets }, "abc")).toEqual(["rapid", "correspondence", "blitz", "bullet", "classical"]);
  expect(speedsToTry({ ladders }, "xyz")[0]).toBe("blitz");
  const speeds = [[10_000, 0], [60_000, 1000], [180_000, 2000], [479_999, 0], [480_000, 0], [1_500_000, 0]].map(([base_ms, increment_ms]) => speedOf({ kind: "fischer", base_ms, increment_ms } as Control));
  expect(speeds).toEqual(["ultrabullet", "bullet", "blitz", "blitz", "rapid", "classical"]);
  expect(speedOf({ kind: "unlimited" })).toBeUndefined();
});
