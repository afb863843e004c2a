import { describe, expect, it } from "vitest";

import { preview, lastMoveSpots, spotsOfMoves, withHalos } from "../src/games/boards/scene";
import { drawn } from "./drawings";
import { GAME_VIEWS } from "./game-views";
import { becoming, moving, putting } from "./toys";

describe("what a board shows", () => {
  it.each(Object.entries(GAME_VIEWS))("of %s is the position while nothing is clicked or sent", (_, gameView) => {
    expect(drawn(gameView, gameView.sample)).toEqual(gameView.draw(gameView.sample, null, "en"));
  });

  it("rings the spots at which the best moves are clicked", () => {
    expect(spotsOfMoves(moving, ["a3-b2", "a3-c1"], moving.sample)).toEqual(["a3", "b2", "c1"]);
    const radii = withHalos(putting.draw("x........", null), ["a3", "a1"]).halos?.map(({ r = 0 }) => r > 4);
    expect(radii).toEqual([true, false]);
  });

  it("has a sent move played, by the game's own word for the next position or by where it leads", () => {
    expect(drawn(becoming, "x........", { pendingMove: "a3-b2" })).toEqual(becoming.draw(".........", null));
    expect(drawn(putting, putting.sample, { pendingMove: "a1" }).pieces).toContainEqual({ spot: "a1", look: "cross" });
    expect(drawn(putting, putting.sample, { pendingMove: "a1", seat: 1 }).pieces).toContainEqual({ spot: "a1", look: "ring" });
  });

  it("has what is clicked of a move done", () => {
    const gameView = { ...moving, partialPosition: (position: string, path: readonly string[]) => (path.length > 1 ? "........o" : position) };
    expect(drawn(gameView, "x........", { legal: ["a3-b2"], path: ["a3", "b2"] })).toEqual(gameView.draw("........o", null));
    expect(drawn(gameView, "x........", { legal: ["a3-b2"], path: ["a3"] })).toEqual(gameView.draw("x........", null));
  });

  it("has halos about pieces that must capture, until one is taken up", () => {
    const gameView = { ...moving, mustCapture: (move: string) => move.endsWith("c3") };
    const [a3] = gameView.draw("x.x......", null).spots;
    expect(drawn(gameView, "x.x......", { legal: ["a3-c3"] }).halos).toEqual([a3]);
    expect(drawn(gameView, "x.x......", { legal: ["a3-c3"], path: ["a3"] }).halos).toBeUndefined();
    expect(drawn(gameView, "x.x......", { legal: ["a3-b2"] }).halos).toBeUndefined();
    expect(drawn(moving, "x.x......", { legal: ["a3-c3"] }).halos).toBeUndefined();
  });

  it("names the spots of a move, where the game does as the position after it does", () => {
    expect(lastMoveSpots(moving, "a3-b2", "")).toEqual(["a3", "b2"]);
    expect(lastMoveSpots(becoming, "a3-b2", "")).toEqual(["b2"]);
  });
});

describe("the preview of a move", () => {
  const drawing = moving.draw("x.o......", 0);

  it("moves the piece and takes what stood there", () => {
    const after = preview(drawing, ["a3", "c3"], "ring");
    expect(after.pieces).toEqual([{ spot: "c3", look: "cross" }]);
  });

  it("puts down a piece of the mover's", () => {
    expect(preview(drawing, ["a1"], "cross").pieces).toContainEqual({ spot: "a1", look: "cross" });
  });

  it("leaves the board unchanged for a move that names no cell", () => {
    expect(preview(drawing, [], "cross")).toBe(drawing);
  });
});
