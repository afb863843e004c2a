import { describe, expect, it } from "vitest";

import { face as niujiaoqi } from "../../src/games/niujiaoqi/face";
import { pieces } from "../drawings";

describe("ox-horn chess", () => {
  const drawing = niujiaoqi.draw("0 8 9 r", null);

  it("places red and the two blue", () => {
    expect(pieces(drawing)).toEqual(["blue@8", "blue@9", "red@0"]);
  });

  it("joins each node to the next two: 17 edges", () => {
    expect(drawing.lines.length).toBe(17);
  });

  it("reads a move as its two nodes", () => {
    expect(niujiaoqi.moveSpots("8-6")).toEqual(["8", "6"]);
  });
});
