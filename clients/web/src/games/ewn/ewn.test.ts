import { describe, expect, it } from "vitest";

import type { PieceArrangement } from "../boards/model";
import { gameView as ewn } from "./view";
import { centre, pieces } from "../../../tests/drawings";

describe("EinStein", () => {
  const pieceArrangement = ewn.pieceArrangement as PieceArrangement;
  const start = "B 2 25 24 23 20 19 15 1 2 3 6 7 11";

  it("puts numbered stones on their cells and leaves captured ones out", () => {
    const drawn = pieces(ewn.draw("B 2 25 24 14 12 0 15 1 8 3 6 19 23", null));
    expect(drawn).toContain("blue-stone1@25");
    expect(drawn).toContain("red-stone6@23");
    expect(drawn.filter((piece) => piece.startsWith("blue")).length).toBe(5);
  });

  it("is rotated for red, so that both see their goal at the same place", () => {
    const [blue, red] = [ewn.draw(start, 0), ewn.draw(start, 1)];
    expect(centre(red, "25")).toEqual(centre(blue, "1"));
    expect(centre(red, "1")).toEqual(centre(blue, "25"));
  });

  it("recognizes a set-up by its six digits", () => {
    expect(pieceArrangement.applies(["123456", "123465"])).toBe(true);
    expect(pieceArrangement.applies(["24-19"])).toBe(false);
    expect(pieceArrangement.applies([])).toBe(false);
    expect(ewn.moveSpots("123456")).toEqual([]);
  });

  it("starts a set-up from the default one", () => {
    const [blue, red] = [0, 1].map((seat) => pieceArrangement.arrange(ewn.draw("B 0 0 0 0 0 0 0 0 0 0 0 0 0", 0), seat, pieceArrangement.defaultArrangement(seat)).pieces);
    const defaultPieces = ewn.draw("B 0 25 24 23 20 19 15 1 2 3 6 7 11", 0).pieces;
    expect([...(blue ?? []), ...(red ?? [])]).toEqual(expect.arrayContaining(defaultPieces));
  });

  it("shows a set-up with the stones where its move would place them", () => {
    const empty = ewn.draw("B 0 0 0 0 0 0 0 0 0 0 0 0 0", 0);
    const blue = ewn.draw("B 0 25 24 23 20 19 15 0 0 0 0 0 0", 0);
    expect(pieces(pieceArrangement.arrange(empty, 0, [..."654321"]))).toEqual(pieces(blue));
    expect(pieceArrangement.move(["1", "2", "3", "4", "6", "5"])).toBe("123465");
    expect(pieceArrangement.spots(1)).toEqual(["1", "2", "3", "6", "7", "11"]);
  });

  it("marks the stone that has reached its goal", () => {
    expect(ewn.winningSpots?.("R 2 0 1 14 12 0 15 25 8 3 6 19 23")).toEqual(["1", "25"]);
    expect(ewn.winningSpots?.("R 2 0 2 14 12 0 15 1 8 3 6 19 23")).toEqual([]);
  });
});
