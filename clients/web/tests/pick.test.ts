import { describe, expect, it } from "vitest";

import { choices, afterClick, clickAction, completedMoves } from "../src/games/boards/pick";
import { becoming, moving, putting } from "./toys";

describe("putting down", () => {
  const legal = ["d3", "c4", "f5", "e6"];

  it("offers every cell at once and plays on the first click", () => {
    const choice = choices(putting, legal, []);
    expect([...choice.targets].sort()).toEqual(["c4", "d3", "e6", "f5"]);
    expect(clickAction(choice, "d3")).toBe("play");
    expect(clickAction(choice, "a1")).toBe("nothing");
    expect(completedMoves(putting, legal, ["d3"])).toEqual(["d3"]);
  });

  it("has nothing to click when only a pass is legal", () => {
    expect(choices(putting, ["pass"], []).targets.size).toBe(0);
  });
});

describe("moving", () => {
  const legal = ["8-6", "8-7", "9-7"];

  it("first picks a piece, then its target", () => {
    const before = choices(moving, legal, []);
    expect(before.targets.size).toBe(0);
    expect([...before.sources].sort()).toEqual(["8", "9"]);
    expect(clickAction(before, "8")).toBe("pick");
    const after = choices(moving, legal, ["8"]);
    expect([...after.targets].sort()).toEqual(["6", "7"]);
    expect(clickAction(after, "6")).toBe("play");
    expect(completedMoves(moving, legal, ["8", "6"])).toEqual(["8-6"]);
  });

  it("drops what is clicked again and picks another", () => {
    const choice = choices(moving, legal, ["8"]);
    expect(clickAction(choice, "8")).toBe("drop");
    expect(clickAction(choice, "9")).toBe("pick");
    expect([choice.done, [...choice.held]]).toEqual([[], ["8"]]);
    expect(clickAction(choice, "0")).toBe("nothing");
  });

  it("picks the only movable piece by itself", () => {
    const choice = choices(moving, ["24-23", "24-19", "24-18"], []);
    expect(choice.picked).toEqual(["24"]);
    expect([...choice.targets].sort()).toEqual(["18", "19", "23"]);
  });

  it("plays onto the user's own piece rather than picking it", () => {
    const choice = choices(moving, ["25-24", "24-23"], ["25"]);
    expect(clickAction(choice, "24")).toBe("play");
  });

  it("does not take a path's beginning for a move", () => {
    expect(completedMoves(moving, legal, ["8"])).toEqual([]);
  });

  it("leaves the choice where one path is several moves", () => {
    const promotions = ["e7-e8q", "e7-e8r", "e7-e8b", "e7-e8n"];
    expect(completedMoves(becoming, [...promotions, "e7-d8q", "a2-a3"], ["e7", "e8"])).toEqual(promotions);
    expect([...choices(becoming, promotions, []).targets]).toEqual(["e8"]);
  });
});

describe("a click", () => {
  const legal = ["e7-e8q", "e7-e8r", "e7-d8n", "a2-a3"];
  const click = (path: string[], spot: string) => afterClick(becoming, legal, choices(becoming, legal, path), spot);

  it("extends the path, up to the moves that it completes", () => {
    expect(click([], "e7")).toEqual({ path: ["e7"], moves: [] });
    expect(click(["e7"], "d8")).toEqual({ path: ["e7", "d8"], moves: ["e7-d8n"] });
    expect(click(["e7"], "e8").moves).toEqual(["e7-e8q", "e7-e8r"]);
  });

  it("takes up another piece, or drops the one held", () => {
    expect(click(["e7"], "a2")).toEqual({ path: ["a2"], moves: [] });
    expect(click(["e7"], "e7")).toEqual({ path: [], moves: [] });
    expect(click(["e7"], "h5")).toEqual({ path: [], moves: [] });
  });
});

describe("the cache of paths", () => {
  it("computes the paths of a move once", () => {
    let calls = 0;
    const counted = { ...putting, moveSpots: (move: string) => (calls++, putting.moveSpots(move)) };
    const legal = ["d3", "c4"];
    for (let click = 0; click < 3; click++) choices(counted, legal, [], "a position");
    completedMoves(counted, legal, ["d3"], "a position");
    expect(calls).toBe(legal.length);
  });

  it("keeps only the last few positions", () => {
    let calls = 0;
    const counted = { ...putting, moveSpots: (move: string) => (calls++, putting.moveSpots(move)) };
    for (const position of "abcdea") choices(counted, ["d3"], [], position);
    expect(calls).toBe(6);
  });
});
