import { describe, expect, it } from "vitest";

import { swapPieces, shuffle } from "../src/games/boards/arrangement";
import { GAME_VIEWS } from "./game-views";

describe.each(Object.entries(GAME_VIEWS))("%s", (_, gameView) => {
  const drawing = gameView.draw(gameView.sample, null);

  it("puts every piece on a different spot", () => {
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
      const spots = gameView.moveSpots(move);
      expect(new Set(spots).size).toBe(spots.length);
    }
  });

  it("gives each seat a different look", () => {
    expect(new Set(gameView.looks).size).toBe(gameView.looks.length);
  });
});

describe("an arrangement", () => {
  const six = ["6", "5", "4", "3", "2", "1"];

  it("has two pieces exchanged", () => {
    expect(swapPieces(six, 0, 5)).toEqual(["1", "5", "4", "3", "2", "6"]);
    expect(swapPieces(six, 2, 2)).toEqual(six);
    expect(swapPieces(["king", "10", "10"], 0, 2)).toEqual(["10", "10", "king"]);
  });

  it("is shuffled: each piece stays in it once", () => {
    expect(shuffle(six, () => 0)).toEqual(["5", "4", "3", "2", "1", "6"]);
    expect(shuffle(six, () => 0.999)).toEqual(six);
    expect(shuffle(six, Math.random).sort().join("")).toBe("123456");
  });
});
