import { describe, expect, it } from "vitest";

import { backgammon } from "../src/boards/backgammon";
import { chess } from "../src/boards/chess";
import { ewn } from "../src/boards/ewn";
import type { Face } from "../src/boards/model";
import { othello } from "../src/boards/othello";
import { type Scene, preview, scene, touchedSpots } from "../src/boards/scene";

function seen(face: Face, position: string, more: Partial<Scene> = {}) {
  return scene(face, { position, path: [], legal: [], sent: undefined, seat: 0, viewer: null, language: "en", ...more });
}

describe("what a board shows", () => {
  it("is the position while nothing is clicked or sent", () => {
    for (const face of [chess, othello, backgammon]) expect(seen(face, face.sample)).toEqual(face.draw(face.sample, null, "en"));
  });

  it("has a sent move played, by the game's own word for the next position or by where it leads", () => {
    expect(seen(chess, "4k3/8/8/8/8/8/4P3/4K3 w", { sent: "e2e4" })).toEqual(chess.draw("4k3/8/8/8/4P3/8/8/4K3 b", null));
    expect(seen(othello, othello.sample, { sent: "a1" }).pieces).toContainEqual({ spot: "a1", look: "black" });
    expect(seen(othello, othello.sample, { sent: "a1", seat: 1 }).pieces).toContainEqual({ spot: "a1", look: "white" });
  });

  it("has what is clicked of a move done", () => {
    const legal = ["13/10 6/5"];
    const begun = backgammon.partway?.(backgammon.sample, ["13", "10"], legal[0] ?? "") ?? "";
    expect(begun).not.toBe(backgammon.sample);
    expect(seen(backgammon, backgammon.sample, { legal, path: ["13", "10"] })).toEqual(backgammon.draw(begun, null));
  });

  it("names the spots of a move as the position after it does", () => {
    expect(touchedSpots(chess, "e2e4", "")).toEqual(["e2", "e4"]);
    const after = "XGID=-a-B--D-BA--dD-a-cbd---AA-:0:0:-1:31:0:0:0:0:10";
    expect(touchedSpots(backgammon, "13/10", after)).toEqual(backgammon.touched?.("13/10", after));
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
