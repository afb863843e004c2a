import { describe, expect, it } from "vitest";

import { chosenLabels } from "../src/games/boards/coordinates";
import { drawn } from "./drawings";
import { large, putting, racing } from "./toys";

describe("coordinates", () => {
  const texts = (labels: { text: string }[]) => labels.map(({ text }) => text);

  it("are at the edge where the game puts them, or nowhere; other texts stay", () => {
    const board = drawn(large, large.sample);
    expect(chosenLabels(board, "edge")).toBe(board.labels);
    expect(chosenLabels(board, "off")).toEqual([]);
    const named = { ...board, labels: [...board.labels, { x: 1, y: 1, text: "the middle", isText: true }] };
    expect(texts(chosenLabels(named, "off"))).toEqual(["the middle"]);
  });

  it("are in the corner of each cell of a grid", () => {
    const inside = chosenLabels(drawn(putting, putting.sample), "inside");
    expect(texts(inside)).toEqual(["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]);
    expect(inside[0]).toMatchObject({ inCorner: true });
    expect(Math.max(inside[0]?.x ?? 9, inside[0]?.y ?? 9)).toBeLessThan(3);
  });

  it("stay at the edge where there are no cells, or names too long for them", () => {
    const lines = drawn(large, large.sample);
    expect(chosenLabels(lines, "inside")).toBe(lines.labels);
    const lanes = drawn(racing, "0 3 7");
    expect(chosenLabels(lanes, "inside")).toBe(lanes.labels);
  });
});
