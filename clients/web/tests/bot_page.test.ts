import { describe, expect, it } from "vitest";

import { PLOT, analyseCommand, distinctMoves, plotOf, timeText } from "../src/features/bots/bot-page";
import { botPageTexts } from "../src/features/bots/page-texts";
import type { CostlyMove, MoveTimes, SettingView } from "../src/protocol";
import { LANGUAGES } from "../src/texts";

describe("a bot's page", () => {
  it.each([
    [0, "0 ms"],
    [99, "99 ms"],
    [994, "990 ms"],
    [1_234, "1.2 s"],
    [9_949, "9.9 s"],
    [95_400, "95 s"],
  ])("has the time %d as %s", (ms, text) => expect(timeText(ms)).toBe(text));

  it("has a command that a shell reads as one position", () => {
    const views: SettingView[] = [
      { name: "size", default: 8 },
      { name: "start", default: "" },
    ];
    expect(analyseCommand("mygame", {}, [], "4242")).toBe("zeitnot analyse mygame -- 4242");
    const command = analyseCommand("other", { size: 6, start: "" }, views, "it's --OX; rm $HOME");
    expect(command).toBe("zeitnot analyse other --set size=6 -- 'it'\\''s --OX; rm $HOME'");
  });

  it("lists a move once that was played in the same position again", () => {
    const move = { game: "a", game_type: "mygame", settings: {}, ply: 3, position: "x", move: "e4", best: "d4" } as unknown as CostlyMove;
    const moves = [move, { ...move, game: "b" }, { ...move, move: "c4" }, { ...move, position: "y" }];
    expect(distinctMoves(moves).map((each) => [each.game, each.position, each.move])).toEqual([
      ["a", "x", "e4"],
      ["a", "x", "c4"],
      ["a", "y", "e4"],
    ]);
  });

  it("counts one in the singular", () => {
    const { at, compared, examined } = botPageTexts.en;
    expect([at("My game", 1), compared(1, 1), examined(1)].join(" ")).not.toMatch(/\b1 (moves|games|public results)/);
  });

  it.each(LANGUAGES)("has all texts in %s", (language) => {
    expect(Object.keys(botPageTexts[language]).sort()).toEqual(Object.keys(botPageTexts.en).sort());
    expect(Object.keys(botPageTexts[language].kinds).sort()).toEqual(Object.keys(botPageTexts.en.kinds).sort());
  });
});

function point(first: number, last: number, median_ms: number, p90_ms: number): MoveTimes {
  return { first, last, moves: 1, median_ms, p90_ms, max_ms: p90_ms };
}

describe("the plot of thinking times", () => {
  it("has longer times higher, and later moves to the right", () => {
    const { points } = plotOf([point(1, 1, 10, 20), point(2, 2, 1_000, 2_000), point(3, 3, 100, 200)]);
    const [first, second, third] = points;
    expect(first!.x).toBe(PLOT.left);
    expect(third!.x).toBe(PLOT.width - PLOT.right);
    expect([second!.y < third!.y, third!.y < first!.y]).toEqual([true, true]);
  });

  it("stays within its frame, with a tick for each power of ten", () => {
    const plot = plotOf([point(1, 5, 3, 40), point(6, 10, 800, 45_000), point(11, 12, 0, 0)]);
    expect(plot.times.map(({ text }) => text)).toEqual(["1 ms", "10 ms", "100 ms", "1.0 s", "10 s", "100 s"]);
    const numbers = [...`${plot.median}${plot.area}`.matchAll(/([\d.]+),([\d.]+)/g)];
    expect(numbers.length).toBe(9);
    for (const [, x, y] of numbers) {
      expect(Number(x)).toBeGreaterThanOrEqual(PLOT.left);
      expect(Number(x)).toBeLessThanOrEqual(PLOT.width - PLOT.right);
      expect(Number(y)).toBeGreaterThanOrEqual(PLOT.top);
      expect(Number(y)).toBeLessThanOrEqual(PLOT.height - PLOT.bottom);
    }
    expect(plot.moves.map(({ text }) => text)).toEqual(["1", "7", "12"]);
  });

  it.each([1, 2, 3, 4])("has each label once for %d moves", (moves) => {
    const labels = plotOf(Array.from({ length: moves }, (_, index) => point(index + 1, index + 1, 5, 9))).moves.map(({ text }) => text);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it("shows a single move", () => {
    const plot = plotOf([point(1, 1, 50, 50)]);
    expect(plot.points).toHaveLength(1);
    expect(plot.median).not.toContain("NaN");
    expect(plot.area).not.toContain("NaN");
  });
});
