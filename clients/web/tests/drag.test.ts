import { describe, expect, it } from "vitest";

import { moveGrip, spotAt, startGrip } from "../src/games/boards/drag";
import { nearestSpot, nextSpot, tabStop } from "../src/games/boards/keys";
import { grid, letter } from "../src/games/boards/model";

const board = grid(8, 8, (column, row) => `${letter(column)}${8 - row}`, 0);

describe("a drag", () => {
  it("is a click while the pointer moves less than the slack", () => {
    const grip = moveGrip(startGrip("e2", { x: 45, y: 65 }), { x: 45.5, y: 65.5 }, 1);
    expect(grip.moved).toBe(false);
  });

  it("stays a drag when the piece comes back", () => {
    const away = moveGrip(startGrip("e2", { x: 45, y: 65 }), { x: 45, y: 45 }, 1);
    expect(away.moved).toBe(true);
    expect(moveGrip(away, { x: 45, y: 65 }, 1)).toMatchObject({ moved: true, at: { x: 45, y: 65 }, spot: "e2" });
  });

  it("ends on the spot under the pointer, or on none", () => {
    expect(spotAt(board, { x: 49.9, y: 40.1 })).toBe("e4");
    expect(spotAt(board, { x: 1, y: 79 })).toBe("a1");
    expect(spotAt(board, { x: -1, y: 79 })).toBeUndefined();
  });
});

describe("the arrow keys", () => {
  it("go to the nearest offered spot in their direction", () => {
    expect(nextSpot(board, new Set(["e2", "e4", "d2", "h4"]), "e2", "ArrowUp")).toBe("e4");
    expect(nextSpot(board, new Set(["e2", "e4", "d2", "h4"]), "e2", "ArrowLeft")).toBe("d2");
    expect(nextSpot(board, new Set(["e2", "e4", "d2", "h4"]), "e4", "ArrowRight")).toBe("h4");
    expect(nextSpot(board, new Set(["e2", "e4", "d2", "h4"]), "e2", "ArrowDown")).toBeUndefined();
  });

  it("prefer what lies straight ahead", () => {
    expect(nextSpot(board, new Set(["a1", "a4", "b2"]), "a1", "ArrowUp")).toBe("a4");
    expect(nextSpot(board, new Set(["a1", "c3"]), "a1", "ArrowUp")).toBe("c3");
  });

  it("follow the board when it is turned", () => {
    const turned = grid(8, 8, (column, row) => `${letter(7 - column)}${row + 1}`, 0);
    expect(nextSpot(turned, new Set(["e2", "e4", "d2"]), "e2", "ArrowDown")).toBe("e4");
    expect(nextSpot(turned, new Set(["e2", "e4", "d2"]), "e2", "ArrowRight")).toBe("d2");
  });

  it("ignore other keys", () => {
    expect(nextSpot(board, new Set(["e2", "e4"]), "e2", "Home")).toBeUndefined();
  });
});

describe("the focus on a board", () => {
  const offered = new Set(["d2", "e2"]);

  it("has one spot for Tab: that of the last focus, else where something can be played, else the last move's", () => {
    expect(tabStop(board, offered, "g7", ["a2", "a3"])).toBe("g7");
    expect(tabStop(board, offered, "", ["a2", "a3"])).toBe("d2");
    expect(tabStop(board, new Set(), "", ["a2", "a3"])).toBe("a3");
    expect(tabStop(board, new Set(), "", [])).toBe("a8");
    expect(tabStop(board, offered, "z9", [])).toBe("d2");
  });

  it("stays where it is when the spots are renamed or gone", () => {
    const turned = grid(8, 8, (column, row) => `${letter(7 - column)}${row + 1}`, 0);
    expect(nearestSpot(turned, { x: 45, y: 65 })?.id).toBe("d7");
    expect(nearestSpot({ ...board, spots: board.spots.filter(({ id }) => id !== "e2") }, { x: 45, y: 66 })?.id).toBe("e1");
    expect(nearestSpot({ ...board, spots: [] }, { x: 45, y: 65 })).toBeUndefined();
  });
});
