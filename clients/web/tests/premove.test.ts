import { describe, expect, it } from "vitest";

import type { RoomState } from "../src/app/room/room";
import { afterPremoveClick, canPremove, premoveChoice, premoveToPlay } from "../src/features/turn/premove";
import type { GameView } from "../src/games/boards/model";
import { moved, threw } from "./helpers";
import { after, running } from "./rooms";
import { becoming, moving, putting, racing } from "./toys";

/** A room in which the other seat thinks about its answer to `move`; it is drawn as `position`. */
function waiting(move: string): RoomState {
  return after(running(0), moved(4, 0, move));
}

const POSITION = "x.o...x..";

function choice(gameView: GameView, room: RoomState, picked: string[] = [], planned: string[] = []) {
  return premoveChoice(room, gameView, gameView.draw(POSITION, 0), picked, planned);
}

describe("a premove", () => {
  it("can be chosen while the other side thinks", () => {
    expect(canPremove(waiting("a1"), putting, false)).toBe(true);
    expect(canPremove(running(0), putting, false)).toBe(false);
    expect(canPremove(after(running(null), moved(4, 0, "a1")), putting, false)).toBe(false);
    expect(canPremove({ ...waiting("a1"), phase: "paused" }, putting, false)).toBe(false);
    expect(canPremove(waiting("a1"), undefined, false)).toBe(false);
  });

  it("is not offered with dice or hidden cards", () => {
    expect(canPremove(waiting("walk"), racing, false)).toBe(false);
    expect(canPremove(waiting("a1"), putting, true)).toBe(false);
    expect(canPremove(after(waiting("a1"), threw(5, 1, 1, 4, 1)), putting, false)).toBe(false);
  });

  it("puts a piece on any empty spot where moves do so", () => {
    const { targets, sources } = choice(putting, waiting("a1"));
    expect([...targets].sort()).toEqual(["a2", "b1", "b2", "b3", "c1", "c2"]);
    expect(sources.size).toBe(0);
  });

  it("moves one of the user's own pieces, and no other", () => {
    expect([...choice(moving, waiting("a3-b2")).sources]).toEqual(["a3", "a1"]);
    expect(choice(moving, waiting("a3-b2")).targets.size).toBe(0);
    const { targets, held } = choice(moving, waiting("a3-b2"), ["a3"]);
    expect([...held]).toEqual(["a3"]);
    expect(targets.has("c3")).toBe(true);
    expect(targets.has("a1")).toBe(false);
  });

  it("goes where the game says that the piece may go, on the user's own pieces too", () => {
    const gameView: GameView = { ...moving, premoveTargets: (_, from) => (from === "a3" ? ["a1", "b2"] : []) };
    expect([...choice(gameView, waiting("a3-b2"), ["a3"]).targets]).toEqual(["a1", "b2"]);
  });

  it("shows where a piece may go only where that is known, not on every spot of the board", () => {
    const known: GameView = { ...moving, premoveTargets: () => ["a1"] };
    const unmarked = (gameView: GameView, room: RoomState, picked: string[]) => choice(gameView, room, picked).unmarked ?? false;
    expect([unmarked(putting, waiting("a1"), []), unmarked(moving, waiting("a3-b2"), ["a3"])]).toEqual([true, true]);
    expect([unmarked(known, waiting("a3-b2"), ["a3"]), unmarked(known, waiting("a3-b2"), [])]).toEqual([false, false]);
  });

  it("before the first move moves pieces only if the game gives their targets", () => {
    const first = { ...running(1), history: running(1).history };
    const seat = (gameView: GameView) => premoveChoice({ ...first, you: 1 }, gameView, gameView.draw("x.o......", 1), [], []);
    expect(seat(moving).sources.size + seat(moving).targets.size).toBe(0);
    expect([...seat({ ...moving, premoveTargets: () => [] }).sources]).toEqual(["c3"]);
    const empty = premoveChoice({ ...first, you: 1 }, putting, putting.draw(".........", 1), [], []);
    expect(empty.targets.size).toBe(9);
  });
});

describe("clicks for a premove", () => {
  const room = waiting("a3-b2");

  it("take up, choose, and cancel", () => {
    const up = afterPremoveClick(choice(moving, room), [], "a3");
    expect(up).toEqual({ picked: ["a3"], planned: [] });
    const chosen = afterPremoveClick(choice(moving, room, up.picked), [], "b2");
    expect(chosen).toEqual({ picked: [], planned: ["a3", "b2"] });
    for (const spot of ["a3", "b2", "c1"])
      expect(afterPremoveClick(choice(moving, room, [], chosen.planned), chosen.planned, spot).planned).toEqual([]);
    expect(afterPremoveClick(choice(moving, room, up.picked), [], "a3")).toEqual({ picked: [], planned: [] });
  });

  it("take up another piece instead", () => {
    expect(afterPremoveClick(choice(moving, room, ["a3"]), [], "a1")).toEqual({ picked: ["a1"], planned: [] });
    expect(afterPremoveClick(choice(moving, room, [], ["a3", "b2"]), ["a3", "b2"], "a1")).toEqual({ picked: ["a1"], planned: [] });
  });

  it("put a piece elsewhere instead", () => {
    const first = afterPremoveClick(choice(putting, waiting("a1")), [], "b2");
    expect(first).toEqual({ picked: [], planned: ["b2"] });
    const board = choice(putting, waiting("a1"), [], ["b2"]);
    expect(afterPremoveClick(board, ["b2"], "c1")).toEqual({ picked: [], planned: ["c1"] });
    expect(afterPremoveClick(board, ["b2"], "b2")).toEqual({ picked: [], planned: [] });
  });
});

describe("when the turn begins", () => {
  it("the move is played if it is legal, and only then", () => {
    expect(premoveToPlay(moving, ["a1-b2", "a1-c3"], ["a1", "c3"], "", 0)).toBe("a1-c3");
    expect(premoveToPlay(moving, ["a1-b2"], ["a1", "c3"], "", 0)).toBeUndefined();
    expect(premoveToPlay(moving, ["a1-b2"], [], "", 0)).toBeUndefined();
  });

  it("the likeliest promotion is taken", () => {
    const gameView: GameView = { ...becoming, promotions: (moves) => moves.toReversed().map((move) => ({ move, piece: { spot: "a3", look: "cross" } })) };
    expect(premoveToPlay(gameView, ["a2-a3n", "a2-a3q"], ["a2", "a3"], "", 0)).toBe("a2-a3q");
    expect(premoveToPlay(becoming, ["a2-a3n", "a2-a3q"], ["a2", "a3"], "", 0)).toBe("a2-a3n");
  });
});
