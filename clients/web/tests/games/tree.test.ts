/** Game trees: where nodes stand, what a move leads to, and what a hidden step leaves open. */

import { describe, expect, it } from "vitest";

import { face } from "../../src/games/tree/face";
import { mayBe, nodesOf, readTree } from "../../src/games/tree/notation";

const SIGNAL = "avg(0.5:A([p]B(1,0),[q]B(1,0)),0.5:A([p]B(0,1),[q]B(0,1)))";
const PLAIN = "max(min(3,12,8),min(2,4,6))";

describe("the notation of a tree", () => {
  it("is read with labels, probabilities and leaves", () => {
    const nodes = nodesOf(readTree(SIGNAL));
    expect(nodes.length).toBe(15);
    expect(nodes.find(({ path }) => path === "01")).toMatchObject({ word: "B", label: "q", share: "" });
    expect(nodes.find(({ path }) => path === "1")).toMatchObject({ word: "A", share: "0.5" });
    expect(nodes.find(({ path }) => path === "101")).toMatchObject({ word: "", leaf: "1" });
    expect(readTree("-5")).toMatchObject({ path: "", leaf: "-5" });
  });

  it("hides steps", () => {
    expect([mayBe("?0", "10"), mayBe("?0", "11"), mayBe("", ""), mayBe("0", "")]).toEqual([true, false, true, false]);
  });
});

describe("the drawing", () => {
  it("has the root on top, over the middle of its children, and the leaves side by side", () => {
    const { spots, lines, labels } = face.draw(PLAIN, null);
    const at = (id: string) => spots.find((spot) => spot.id === id);
    expect(at("n")?.y).toBeLessThan(at("n0")?.y ?? 0);
    expect(at("n")?.x).toBeCloseTo(((at("n0")?.x ?? 0) + (at("n1")?.x ?? 0)) / 2);
    expect(new Set(["n00", "n01", "n02", "n10", "n11", "n12"].map((id) => at(id)?.x)).size).toBe(6);
    expect(lines.length).toBe(spots.length - 1);
    expect(labels.map(({ text }) => text)).toEqual(["3", "12", "8", "2", "4", "6"]);
  });

  it("rings the node to move, or all that it may be", () => {
    expect(face.draw(`${PLAIN} 1`, null).halos?.length).toBe(1);
    expect(face.draw(`${SIGNAL} ?0`, 1).halos?.length).toBe(2);
  });
});

describe("a move", () => {
  it("is clicked at the child", () => {
    expect(face.paths?.("2", `${PLAIN} 1`)).toEqual([[["n12"]]]);
    expect(face.paths?.("1", PLAIN)).toEqual([[["n1"]]]);
    expect(face.paths?.("1", `${SIGNAL} ?0`)).toEqual([[["n001"]], [["n101"]]]);
  });

  it("leads there", () => {
    expect([face.positionAfter?.(PLAIN, "1"), face.positionAfter?.(`${PLAIN} 1`, "2")]).toEqual([`${PLAIN} 1`, `${PLAIN} 12`]);
    expect(face.lastMoveSpots?.("2", `${PLAIN} 12`)).toEqual(["n12"]);
  });
});
