import { describe, expect, it } from "vitest";

import { gameView } from "./view";

function drawn(position: string): string[] {
  return gameView.draw(position, null).pieces.map(({ spot, look }) => `${spot} ${look}`);
}

describe("a partly hidden board", () => {
  it.each([
    ["-", []],
    ["?b2!a1", ["b2 cross", "a1 ring"]],
    ["b2?!?", ["b2 cross"]],
    ["b2?!?a1!c1", ["b2 cross", "a1 ring", "c1 cross"]],
    ["??!?", []],
  ])("%s has the known marks", (position, marks) => {
    expect(drawn(position)).toEqual(marks);
  });

  it("marks the winning line", () => {
    expect(gameView.winningSpots!("b2b2!a1c3c2a3b1c1")).toEqual(["a3", "b2", "c1"]);
    expect(gameView.winningSpots!("b2?!?")).toEqual([]);
  });

  it.each([
    ["b2?!", 0, ["A try of O was refused: it was on one of the other side's marks."]],
    ["?b2!", 1, ["b2 is taken. Try another cell."]],
    ["b2?!?", 0, ["1 mark of O is hidden."]],
    ["b2?a1!", 0, ["a1 is taken. Try another cell."]],
    ["??!?", null, ["On the board, hidden until the end: X has 1, O has 1."]],
    ["??!", null, ["A try of O was refused: it was on one of the other side's marks.", "On the board, hidden until the end: X has 1, O has 0."]],
    ["-", 0, []],
    ["b2a1c3c2a3b1c1", 0, []],
  ])("%s as seat %s has the notes %s", (position, viewer, notes) => {
    expect(gameView.notes!(position, viewer, "en", {})).toEqual(notes);
  });

  it("shows refused tries in the list of moves", () => {
    expect([["b2", "?b2!"], ["?", "b2?!"], ["a1", "?b2!a1"], ["?", "b2?"]].map(([move = "", after]) => gameView.notation!(move, "", "en", after))).toEqual(["b2, refused", "hidden, refused", "a1", "hidden"]);
  });
});

it("reads a try aloud without revealing anything hidden", () => {
  const described = (move: string, after: string) => gameView.describeMove?.(move, "Ann", "en", after);
  expect([described("?", "?"), described("?", "??!"), described("b2", "?b2!"), described("c1", "?c1")]).toEqual(["Ann has put a mark on a hidden cell", "Ann has tried a cell that is taken", "Ann has tried b2, which is taken", undefined]);
});
