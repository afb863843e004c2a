/** Boards whose spots are lines between points: what a click or a key means there. */

import { describe, expect, it } from "vitest";

import { chosenLabels } from "../src/games/boards/coordinates";
import { spotAt } from "../src/games/boards/drag";
import { nextSpot, tabStop } from "../src/games/boards/keys";
import { isLine, lineColour, lineMark } from "../src/games/boards/lines";
import { scene } from "../src/games/boards/scene";
import { joining } from "./toys";

const board = joining.draw(joining.sample, null);
const ids = board.spots.map(({ id }) => id);
const spot = (id: string) => board.spots.find((each) => each.id === id)!;

describe("a line between two dots", () => {
  it("is clicked in the middle and near it, however near the next line is", () => {
    const around = (id: string, right: number, down: number) => spotAt(board, { x: spot(id).x + right, y: spot(id).y + down });
    expect(ids.every((id) => around(id, 0, 0) === id)).toBe(true);
    expect([around("b3-c3", 0, 3), around("b3-c3", 0, -3), around("b3-b2", 3, 0)]).toEqual(["b3-c3", "b3-c3", "b3-b2"]);
    // nearer to the line beside it, and off the board
    expect([around("b3-c3", -4, 2), around("a4-b4", 0, -5.5)]).toEqual(["b3-b2", undefined]);
  });

  it("is hit by fingers: on a phone 44 pixels about its middle are its own", () => {
    const pixel = board.width / 390;
    for (const id of ids)
      for (let angle = 0; angle < 360; angle += 15) {
        const [right, down] = [Math.cos, Math.sin].map((of) => 22 * pixel * of((angle / 180) * Math.PI));
        expect(spotAt(board, { x: spot(id).x + (right ?? 0), y: spot(id).y + (down ?? 0) })).toBe(id);
      }
  });

  it("is reached by arrow keys from every other, and by Tab where one can be drawn", () => {
    const all = new Set(ids);
    const reached = new Set(["a4-b4"]);
    for (const from of reached) for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) reached.add(nextSpot(board, all, from, key) ?? from);
    expect(reached.size).toBe(ids.length);
    expect(tabStop(board, new Set(["b3-c3"]), "", [])).toBe("b3-c3");
  });

  it("has a mark in its direction, and no coordinate in a corner", () => {
    const shapes = [spot("a4-b4"), spot("a4-a3")].map((one) => (isLine(one) ? lineMark(one) : ""));
    expect(shapes).toEqual(["M4 5.6A1.6 1.6 0 0 1 4 2.4L14 2.4A1.6 1.6 0 0 1 14 5.6Z", "M2.4 4A1.6 1.6 0 0 1 5.6 4L5.6 14A1.6 1.6 0 0 1 2.4 14Z"]);
    expect(chosenLabels(board, "inside")).toEqual([]);
  });

  it("is drawn as soon as it has been sent", () => {
    const sent = scene(joining, { position: joining.sample, path: [], legal: [], pendingMove: "a1-b1", seat: 1, viewer: 1, language: "en" });
    expect(sent.pieces.at(-1)).toEqual({ spot: "a1-b1", look: "seat-1" });
    expect([lineColour("seat-1"), lineColour("card-back")]).toEqual(["var(--piece-1, var(--seat-1))", undefined]);
  });
});
