import { describe, expect, it } from "vitest";

import { arrowPaths, toggleMark } from "../src/games/boards/marks";

describe("marks", () => {
  it("are drawn by the first stroke and taken away by the second", () => {
    const one = toggleMark([], { from: "a1", to: "b2" });
    expect(one).toEqual([{ from: "a1", to: "b2" }]);
    const two = toggleMark(one, { from: "b2", to: "a1" });
    expect(two.length).toBe(2);
    expect(toggleMark(two, { from: "a1", to: "b2" })).toEqual([{ from: "b2", to: "a1" }]);
  });

  it("are arrows that start beside the first centre and end in the second", () => {
    expect(arrowPaths({ x: 5, y: 5 }, { x: 25, y: 5 })).toEqual({ shaft: "M8 5L21.4 5", head: "M25 5L21.4 7.2L21.4 2.8Z" });
  });

  it("stay finite between spots that touch", () => {
    const { shaft, head } = arrowPaths({ x: 5, y: 5 }, { x: 5, y: 5 });
    expect(shaft + head).not.toContain("NaN");
  });
});
