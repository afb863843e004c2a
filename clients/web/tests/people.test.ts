import { describe, expect, it } from "vitest";

import { parseRoute, personPath, playerPath } from "../src/app/browser/router";
import { changeText, ratingText } from "../src/app/words/format";
import { peopleTexts } from "../src/features/people/people-texts";
import { columnsOf, extent, heightOf, tickTexts, widthOf } from "../src/features/people/rating-graph";
import { scoreText } from "../src/features/people/results";
import { LANGUAGES } from "../src/texts";

describe("results", () => {
  it.each([
    [{ wins: 3, losses: 1 }, "75 %"],
    [{ wins: 1, draws: 1, losses: 1 }, "50 %"],
    [{ draws: 1, losses: 5 }, "8 %"],
    [{}, ""],
  ])("have the share of the points of %o", (results, text) => expect(scoreText(results)).toBe(text));
});

describe("a rating", () => {
  it("has a question mark while it is uncertain", () => {
    expect([ratingText(1500, true), ratingText(1612)]).toEqual(["1500?", "1612"]);
  });

  it.each([
    [{ before: 1500, after: 1513 }, "1513 (+13)"],
    [{ before: 1500, after: 1487, provisional: true }, "1487? (−13)"],
    [{ before: 1500, after: 1500 }, "1500 (±0)"],
  ])("of %o after a game is %j", (change, text) => expect(changeText(change)).toBe(text));
});

describe("the graph of a rating", () => {
  const points = [
    { at: 1_000, rating: 1500, deviation: 200 },
    { at: 2_100, rating: 1600, deviation: 150 },
    { at: 2_900, rating: 1550, deviation: 100 },
  ];

  it("has one point a second, because uPlot needs times that rise", () => {
    expect(columnsOf(points)).toEqual([[1, 2], [1500, 1550], [1900, 1750], [1100, 1350]]);
    expect(columnsOf([])).toEqual([[], [], [], []]);
  });

  it("is as high as the line with a margin, and never flat", () => {
    const [low, high] = heightOf(points);
    expect([low < 1500, high > 1600]).toEqual([true, true]);
    const [bottom, top] = heightOf(points.slice(0, 1));
    expect(top - bottom).toBeGreaterThanOrEqual(100);
    expect(heightOf([])[0]).toBeLessThan(heightOf([])[1]);
  });

  it.each([
    [[], [-43_200, 43_200]],
    [[100_000], [56_800, 143_200]],
    [[100_000, 100_600], [98_500, 102_100]],
    [[0, 100_000], [-4000, 104_000]],
  ])("is wide enough for the points at %j s, none at an edge", (times, range) => expect(widthOf(times)).toEqual(range));

  it("has the day below the first time of day, and days or months over longer times", () => {
    const noon = new Date(2026, 10, 29, 12).getTime() / 1000;
    const ticks = [noon, noon + 21_600, noon + 43_200];
    expect(tickTexts(ticks, 21_600, "en-GB")).toEqual(["12:00\n29 Nov", "18:00", "00:00\n30 Nov"]);
    expect(tickTexts(ticks, 86_400, "en-GB")).toEqual(["29 Nov", "29 Nov", "30 Nov"]);
    expect(tickTexts([noon], 31 * 86_400, "en-GB")).toEqual(["Nov 2026"]);
  });

  it("says what is lowest and highest", () => {
    expect(extent(points)).toEqual({ low: 1500, high: 1600 });
    expect(extent([])).toBeNull();
  });
});

describe("the page of a player", () => {
  it.each(["Ann", "Zoë Ж", "李小龍", "O'Neil-7", "Ann.", "100%"])("has a path from which %j can be read", (name) => {
    expect(parseRoute(personPath(name))).toEqual({ page: "person", name });
  });

  it("is that of a bot or of a kept name; guests have none", () => {
    expect(playerPath({ name: "Deep", bot: true })).toBe("/bots/Deep");
    expect(playerPath({ name: "Ann", kept: true })).toBe("/people/Ann");
    expect(playerPath({ name: "Guest 4821" })).toBeNull();
  });
});

describe("the texts", () => {
  it.each(LANGUAGES)("name each speed and reason in %s", (language) => {
    const { speeds, reasons } = peopleTexts[language];
    expect(Object.keys(speeds)).toEqual(["ultrabullet", "bullet", "blitz", "rapid", "classical", "correspondence"]);
    expect(Object.keys(reasons)).toEqual(["cheating", "insult", "spam", "name", "stalling", "other"]);
  });
});
