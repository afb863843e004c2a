import { describe, expect, it } from "vitest";

import { type Pair, pairChoice } from "../src/games/boards/pairs";
import { texts } from "../src/texts";
import { bidding } from "./toys";

/** The bids that are legal after one, of so many dice. */
function bids(after: Pair, dice: number) {
  const all = Array.from({ length: 6 * dice }, (_, index) => `${Math.floor(index / 6) + 1}x${(index % 6) + 1}`);
  return all.slice(6 * (after.count - 1) + after.face).map((move) => ({ move, ...(bidding.pairOf?.(move) as Pair) }));
}

describe("a bid", () => {
  const moves = bids({ count: 4, face: 3 }, 6);
  const chosen = (count: number, face: number) => pairChoice(moves, { count, face })?.chosen.move;

  it("is at first the lowest", () => {
    expect(pairChoice(moves, { count: 0, face: 0 })).toEqual({
      chosen: { move: "4x4", count: 4, face: 4 },
      fewer: undefined,
      more: 5,
      faces: [1, 2, 3, 4, 5, 6].map((face) => ({ face, isLegal: face > 3 })),
    });
  });

  it("keeps the chosen number and face as far as they are legal", () => {
    expect([chosen(5, 2), chosen(4, 6), chosen(4, 2), chosen(2, 6), chosen(9, 1)]).toEqual(["5x2", "4x6", "4x4", "4x6", "6x1"]);
    expect(pairChoice(moves, { count: 6, face: 1 })).toMatchObject({ fewer: 5, more: undefined });
  });

  it("is none if there is no legal one", () => {
    expect(pairChoice(bids({ count: 6, face: 6 }, 6), { count: 1, face: 1 })).toBeUndefined();
    expect(bidding.pairOf?.("liar")).toBeUndefined();
  });

  it("is chosen in three languages", () => {
    const said = Object.values(texts).map(({ game }) => [...Object.values(game.pairs), game.hiddenDie]);
    expect(said.length).toBe(3);
    expect(said.every((words) => words.every(Boolean) && new Set(words).size === words.length)).toBe(true);
  });
});
