import { describe, expect, it } from "vitest";

import { chess } from "../src/boards/chess";
import { ewn } from "../src/boards/ewn";
import { niujiaoqi } from "../src/boards/niujiaoqi";
import { othello } from "../src/boards/othello";
import { choices, meaning, movesOf, preview } from "../src/boards/pick";

describe("putting down", () => {
  const legal = ["d3", "c4", "f5", "e6"];

  it("offers every cell at once and plays on the first click", () => {
    const choice = choices(othello, legal, []);
    expect([...choice.targets].sort()).toEqual(["c4", "d3", "e6", "f5"]);
    expect(meaning(choice, "d3")).toBe("play");
    expect(meaning(choice, "a1")).toBe("nothing");
    expect(movesOf(othello, legal, ["d3"])).toEqual(["d3"]);
  });

  it("has nothing to click when only a pass is legal", () => {
    expect(choices(othello, ["pass"], []).targets.size).toBe(0);
  });
});

describe("moving", () => {
  const legal = ["8-6", "8-7", "9-7"];

  it("first picks a piece, then its target", () => {
    const before = choices(niujiaoqi, legal, []);
    expect(before.targets.size).toBe(0);
    expect([...before.sources].sort()).toEqual(["8", "9"]);
    expect(meaning(before, "8")).toBe("pick");
    const after = choices(niujiaoqi, legal, ["8"]);
    expect([...after.targets].sort()).toEqual(["6", "7"]);
    expect(meaning(after, "6")).toBe("play");
    expect(movesOf(niujiaoqi, legal, ["8", "6"])).toEqual(["8-6"]);
  });

  it("drops what is clicked again and picks another", () => {
    const choice = choices(niujiaoqi, legal, ["8"]);
    expect(meaning(choice, "8")).toBe("drop");
    expect(meaning(choice, "9")).toBe("pick");
    expect([choice.done, [...choice.held]]).toEqual([[], ["8"]]);
    expect(meaning(choice, "0")).toBe("nothing");
  });

  it("has the only movable stone picked already", () => {
    const choice = choices(ewn, ["24-23", "24-19", "24-18"], []);
    expect(choice.picked).toEqual(["24"]);
    expect([...choice.targets].sort()).toEqual(["18", "19", "23"]);
  });

  it("takes one's own stone rather than picking it", () => {
    const choice = choices(ewn, ["25-24", "24-23"], ["25"]);
    expect(meaning(choice, "24")).toBe("play");
  });

  it("does not take a path's beginning for a move", () => {
    expect(movesOf(niujiaoqi, legal, ["8"])).toEqual([]);
  });

  it("leaves the choice where one path is several moves", () => {
    const promotions = ["e7e8q", "e7e8r", "e7e8b", "e7e8n"];
    expect(movesOf(chess, [...promotions, "e7d8q", "a2a3"], ["e7", "e8"])).toEqual(promotions);
    expect([...choices(chess, promotions, []).targets]).toEqual(["e8"]);
  });
});

describe("the preview of a move", () => {
  const drawing = ewn.draw("B 2 25 24 14 12 0 15 1 8 3 6 19 23", 0);

  it("moves the stone and takes what stood there", () => {
    const after = preview(drawing, ["24", "19"], "blue-stone");
    expect(after.pieces.filter((piece) => piece.spot === "19")).toEqual([{ spot: "19", look: "blue-stone", text: "2" }]);
    expect(after.pieces.some((piece) => piece.spot === "24")).toBe(false);
    expect(after.pieces.length).toBe(drawing.pieces.length - 1);
  });

  it("puts down a piece of the mover's", () => {
    const after = preview(othello.draw(othello.sample, null), ["a1"], "black");
    expect(after.pieces).toContainEqual({ spot: "a1", look: "black" });
  });

  it("leaves the board alone for a move that names no cell", () => {
    expect(preview(drawing, [], "blue-stone")).toBe(drawing);
  });
});
