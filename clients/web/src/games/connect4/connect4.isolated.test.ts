import { render } from "svelte/server";
import { describe, expect, it, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("navigator", { languages: ["en"] }));
vi.stubGlobal("location", { href: "http://localhost/game/x" });

import Ghost from "../../app/board/Ghost.svelte";
import { choices, isButtonMove, completedMoves } from "../boards/pick";
import { gameView as connect4 } from "./view";
import { centre, pieces } from "../../../tests/drawings";

describe("connect four", () => {
  it("drops stones to the bottom, red first", () => {
    expect(pieces(connect4.draw("-", null))).toEqual([]);
    expect(pieces(connect4.draw("4435", null))).toEqual(["custom-red@3-1", "custom-red@4-1", "custom-yellow@4-2", "custom-yellow@5-1"]);
    const drawing = connect4.draw("-", null);
    expect(centre(drawing, "1-1")[1]).toBeGreaterThan(centre(drawing, "1-6")[1]);
    expect(centre(drawing, "7-1")[0]).toBeGreaterThan(centre(drawing, "1-1")[0]);
  });

  it("offers each open column by the cell on which the stone will land", () => {
    const legal = ["1", "2", "3", "5", "6", "7"];
    const { targets } = choices(connect4, legal, [], "444444312");
    expect([...targets].sort()).toEqual(["1-2", "2-2", "3-2", "5-1", "6-1", "7-1"]);
    expect(completedMoves(connect4, legal, ["3-2"], "444444312")).toEqual(["3"]);
    expect(isButtonMove(connect4, "3", "444444312")).toBe(false);
  });

  it("shows the value of a move over its column", () => {
    const drawing = connect4.draw("44", null);
    for (const column of ["1", "4", "7"]) expect(connect4.valueX?.(column, drawing)).toBe(centre(drawing, `${column}-1`)[0]);
  });

  it("takes a click anywhere in a column", () => {
    const { spots, height } = connect4.draw("44", null);
    expect(spots.find(({ id }) => id === "4-3")).toMatchObject({ name: "4", area: { y: 1, height: height - 2 } });
    expect(spots.filter(({ area }) => area).map(({ id }) => id).sort()).toEqual(["1-1", "2-1", "3-1", "4-3", "5-1", "6-1", "7-1"]);
  });

  it("previews the piece under the pointer and allows no premoves", () => {
    const spot = connect4.draw("44", null).spots.find(({ id }) => id === "4-3");
    if (!spot) throw new Error("no spot");
    const { body } = render(Ghost, { props: { game: "", spot, look: "seat-0", half: 5, isCandidate: false } });
    expect(body).toContain(`translate(${spot.x} ${spot.y})`);
    expect(body).toContain("--seat-0");
    expect([connect4.showsGhost, connect4.canPremove?.("4")]).toEqual([true, false]);
  });

  it("knows where a stone lands, and the position after it", () => {
    expect(connect4.positionAfter?.("-", "4")).toBe("4");
    expect(connect4.positionAfter?.("4", "4")).toBe("44");
    expect(connect4.lastMoveSpots?.("4", "44")).toEqual(["4-2"]);
  });

  it.each([
    ["34433222144", ["1-1", "2-2", "3-3", "4-4"]],
    ["1212121", ["1-1", "1-2", "1-3", "1-4"]],
    ["4435", []],
  ])("marks the winning line of %s", (position, line) => {
    expect(connect4.winningSpots?.(position).toSorted()).toEqual(line.toSorted());
  });
});
