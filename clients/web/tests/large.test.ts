/** Boards beyond nine by nine, pieces with texts, and cards: what any view can draw. */

import { describe, expect, it } from "vitest";

import { pieceName } from "../src/app/words/format";
import { letter } from "../src/games/boards/model";
import { choices, clickAction } from "../src/games/boards/pick";
import { printSize } from "../src/games/boards/print";
import { LANGUAGES, texts } from "../src/texts";
import { centre, pieces, drawn } from "./drawings";
import { dealing, large, racing } from "./toys";

describe("the letters of files", () => {
  it("go on after i, and after z", () => {
    expect([0, 8, 18, 25, 26, 51, 52].map((column) => letter(column))).toEqual(["a", "i", "s", "z", "aa", "az", "ba"]);
  });

  it("leave out what a notation skips", () => {
    expect([7, 8, 18, 24, 25].map((column) => letter(column, "i"))).toEqual(["h", "j", "t", "z", "aa"]);
  });
});

describe("a board of nineteen lines", () => {
  const drawing = drawn(large, large.sample);

  it("has a point for each crossing, each with a different name", () => {
    const names = drawing.spots.map(({ id }) => id);
    expect(new Set(names).size).toBe(361);
    expect([names[0], names[18], names.at(-1)]).toEqual(["a19", "t19", "t1"]);
    expect(pieces(drawing)).toEqual(["black@t1"]);
  });

  it("has its lines through the points, and no line beyond them", () => {
    const [x, y] = centre(drawing, "a19");
    const [right, bottom] = centre(drawing, "t1");
    expect(drawing.strokes?.split("M").length).toBe(1 + 38);
    expect(drawing.strokes).toContain(`M${x} ${y}V${bottom}`);
    expect(drawing.strokes).toContain(`M${x} ${bottom}H${right}`);
  });

  it("names files above and ranks of two figures at the left, each at its line", () => {
    const at = (text: string) => drawing.labels.find((label) => label.text === text);
    expect(drawing.labels.length).toBe(38);
    expect(at("t")?.x).toBe(centre(drawing, "t1")[0]);
    expect(at("10")?.y).toBe(centre(drawing, "a10")[1]);
    expect(at("i")).toBeUndefined();
  });

  it("has nine dots", () => {
    const dots = drawing.dots.map(({ x, y }) => `${x} ${y}`);
    expect(dots.length).toBe(9);
    for (const spot of ["d4", "k10", "q16", "k4"]) expect(dots).toContain(centre(drawing, spot).join(" "));
  });

  it("is played on by one click on any of its points", () => {
    const legal = drawing.spots.map(({ id }) => id);
    const choice = choices(large, legal, []);
    expect(choice.targets.size).toBe(361);
    expect(clickAction(choice, "t19")).toBe("play");
  });
});

describe("pieces", () => {
  it("of six seats carry any number, printed small enough", () => {
    const racers = drawn(racing, "0 3 7 12 144 9").pieces;
    expect(racers.map(({ look, text }) => `${look} ${text}`)).toContain("seat-4 144");
    expect([printSize("9"), printSize("12")]).toEqual([4.6, 4.6]);
    expect(printSize("144") * 3).toBeLessThan(printSize("12") * 2.3);
    expect(printSize("long word")).toBeGreaterThan(1.5);
  });

  it("are named in every language, those of seats and cards too", () => {
    for (const [language] of LANGUAGES) {
      const { gameTexts } = texts[language];
      for (const { look, text } of [...drawn(racing, "1 2 3 4 5 6").pieces, ...drawn(dealing, "Ks 10h 9d Ac ?").pieces])
        expect(pieceName({ look, text }, gameTexts)).not.toContain(look);
    }
    expect(pieceName({ look: "card-back" }, texts.en.gameTexts)).toBe("card, face down");
    expect(pieceName({ look: "card-hearts", text: "10" }, texts.en.gameTexts)).toBe("hearts 10");
  });

  it("may be cards, face up or down, that are clicked like any piece", () => {
    expect(pieces(drawn(dealing, dealing.sample))).toEqual(["card-back@?", "card-hearts10@10h", "card-spadesK@Ks"]);
    expect(clickAction(choices(dealing, ["Ks", "10h"], []), "10h")).toBe("play");
  });
});
