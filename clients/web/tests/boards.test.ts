import { describe, expect, it } from "vitest";

import { FACES } from "../src/boards";
import { exchanged, shuffled } from "../src/boards/arrangement";
import { ewn } from "../src/boards/ewn";
import type { Drawing, SetUp } from "../src/boards/model";
import { niujiaoqi } from "../src/boards/niujiaoqi";
import { othello } from "../src/boards/othello";
import { tictactoe } from "../src/boards/tictactoe";

function pieces(drawing: Drawing): string[] {
  return drawing.pieces.map(({ spot, look, text }) => `${look}${text ?? ""}@${spot}`).sort();
}

function centre(drawing: Drawing, spot: string): [number, number] {
  const found = drawing.spots.find(({ id }) => id === spot);
  if (!found) throw new Error(`no spot ${spot}`);
  return [found.x, found.y];
}

describe.each(Object.entries(FACES))("%s", (_, face) => {
  const drawing = face.draw(face.sample, null);

  it("puts every piece on a spot of its own", () => {
    const spots = new Set(drawing.spots.map((spot) => spot.id));
    expect(drawing.spots.length).toBe(spots.size);
    for (const piece of drawing.pieces) expect(spots).toContain(piece.spot);
    expect(new Set(drawing.pieces.map((piece) => piece.spot)).size).toBe(drawing.pieces.length);
  });

  it("keeps spots within the board and apart from each other", () => {
    for (const { x, y, half } of drawing.spots) {
      expect(Math.min(x, y) - half).toBeGreaterThanOrEqual(0);
      expect(Math.max(x / drawing.width, y / drawing.height)).toBeLessThan(1);
    }
    for (const a of drawing.spots)
      for (const b of drawing.spots)
        if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(2 * a.half - 1e-9);
  });

  it("names different spots in a move, and none in no move at all", () => {
    for (const move of ["", "pass", "e2e4", "24-19", "f5"]) {
      const spots = face.steps(move);
      expect(new Set(spots).size).toBe(spots.length);
    }
  });

  it("gives each seat a look of its own", () => {
    expect(new Set(face.looks).size).toBe(face.looks.length);
  });
});

describe("tic-tac-toe", () => {
  it("reads rows from the top, ranks from the bottom", () => {
    expect(pieces(tictactoe.draw("x......o. x", null))).toEqual(["cross@a3", "ring@b1"]);
    const drawing = tictactoe.draw("......... x", null);
    expect(centre(drawing, "a1")[1]).toBeGreaterThan(centre(drawing, "a3")[1]);
  });
});

describe("othello", () => {
  const start = "---------------------------OX------XO--------------------------- X";

  it("shows the standard start: black on d5 and e4", () => {
    expect(pieces(othello.draw(start, null))).toEqual(["black@d5", "black@e4", "white@d4", "white@e5"]);
  });

  it("has row 1 at the top", () => {
    const drawing = othello.draw(start, null);
    expect(centre(drawing, "a1")[1]).toBeLessThan(centre(drawing, "a8")[1]);
  });

  it("draws 6×6 too", () => {
    const small = othello.draw("--------------OX----XO-------------- X", null);
    expect(small.spots.length).toBe(36);
    expect([small.width, small.labels.length, small.lines.length]).toEqual([68, 12, 14]);
    expect(small.dots.map(({ x, y }) => [x, y])).toEqual([[24, 24], [24, 44], [44, 24], [44, 44]]);
    expect(pieces(small)).toEqual(["black@c4", "black@d3", "white@c3", "white@d4"]);
  });

  it("counts discs", () => {
    expect(othello.tallies?.(start)).toEqual([{ score: 2 }, { score: 2 }]);
  });

  it("knows that a pass names no cell", () => {
    expect(othello.steps("pass")).toEqual([]);
    expect(othello.steps("f5")).toEqual(["f5"]);
  });
});

describe("ox-horn chess", () => {
  const drawing = niujiaoqi.draw("0 8 9 r", null);

  it("places red and the two blue", () => {
    expect(pieces(drawing)).toEqual(["blue@8", "blue@9", "red@0"]);
  });

  it("joins each node to the next two: 17 edges", () => {
    expect(drawing.lines.length).toBe(17);
  });

  it("reads a move as its two nodes", () => {
    expect(niujiaoqi.steps("8-6")).toEqual(["8", "6"]);
  });
});

describe("EinStein", () => {
  const setUp = ewn.setUp as SetUp;
  const start = "B 2 25 24 23 20 19 15 1 2 3 6 7 11";

  it("puts numbered stones on their cells and leaves captured ones out", () => {
    const drawn = pieces(ewn.draw("B 2 25 24 14 12 0 15 1 8 3 6 19 23", null));
    expect(drawn).toContain("blue-stone1@25");
    expect(drawn).toContain("red-stone6@23");
    expect(drawn.filter((piece) => piece.startsWith("blue")).length).toBe(5);
  });

  it("is turned for red, whose home then is at the top left as blue's is for blue", () => {
    const [blue, red] = [ewn.draw(start, 0), ewn.draw(start, 1)];
    expect(centre(red, "25")).toEqual(centre(blue, "1"));
    expect(centre(red, "1")).toEqual(centre(blue, "25"));
  });

  it("knows a set-up by its six digits", () => {
    expect(setUp.isAsked(["123456", "123465"])).toBe(true);
    expect(setUp.isAsked(["24-19"])).toBe(false);
    expect(setUp.isAsked([])).toBe(false);
    expect(ewn.steps("123456")).toEqual([]);
  });

  it("starts a set-up from the usual one", () => {
    const [blue, red] = [0, 1].map((seat) => setUp.shown(ewn.draw("B 0 0 0 0 0 0 0 0 0 0 0 0 0", 0), seat, setUp.usual(seat)).pieces);
    const usual = ewn.draw("B 0 25 24 23 20 19 15 1 2 3 6 7 11", 0).pieces;
    expect([...(blue ?? []), ...(red ?? [])]).toEqual(expect.arrayContaining(usual));
  });

  it("exchanges two stones", () => {
    expect(exchanged("654321", 0, 5)).toBe("154326");
    expect(exchanged("654321", 2, 2)).toBe("654321");
  });

  it("shuffles them: each stone stays in it once", () => {
    expect(shuffled("654321", () => 0)).toBe("543216");
    expect(shuffled("654321", () => 0.999)).toBe("654321");
    expect([...shuffled("654321", Math.random)].sort().join("")).toBe("123456");
  });

  it("shows a set-up where its move would put the stones", () => {
    const empty = ewn.draw("B 0 0 0 0 0 0 0 0 0 0 0 0 0", 0);
    const blue = ewn.draw("B 0 25 24 23 20 19 15 0 0 0 0 0 0", 0);
    expect(pieces(setUp.shown(empty, 0, "654321"))).toEqual(pieces(blue));
    expect(setUp.spots(1)).toEqual(["1", "2", "3", "6", "7", "11"]);
  });
});
