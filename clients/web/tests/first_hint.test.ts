import { describe, expect, it } from "vitest";

import type { RoomState } from "../src/app/room/room";
import { firstMoveFact } from "../src/app/words/control-sentence";
import { firstHint, hasMoved } from "../src/features/turn/first-hint";
import { texts } from "../src/texts";
import { moved } from "./helpers";
import { after, running } from "./rooms";

const BOTH = ["one", "two"];

describe("the hint for a first game", () => {
  it("is for players, each with the text of the seat or of all", () => {
    expect(firstHint(running(0), BOTH)).toBe("one");
    expect(firstHint(running(1), BOTH)).toBe("two");
    expect(firstHint(running(1), ["all"])).toBe("all");
    expect(firstHint(running(0), [])).toBeUndefined();
    expect(firstHint(running(null), BOTH)).toBeUndefined();
  });

  it("stays while others move, and disappears with the user's first move", () => {
    const room = after(running(1), moved(4, 0, "a1", { seat: 0, turn: 1 }));
    expect(firstHint(room, BOTH)).toBe("two");
    const afterOwnMove = after(room, moved(5, 1, "b2", { seat: 1, turn: 0 }));
    expect(hasMoved(afterOwnMove)).toBe(true);
    expect(firstHint(afterOwnMove, BOTH)).toBeUndefined();
  });

  it("disappears as soon as the move is sent", () => {
    expect(hasMoved(running(0))).toBe(false);
    expect(hasMoved({ ...running(0), optimistic: { id: "m", ply: 0, move: "a1" } })).toBe(true);
  });

  it("is not shown in a finished game", () => {
    expect(firstHint({ ...running(0), phase: "finished" }, BOTH)).toBeUndefined();
  });
});

describe("how long a first move may take", () => {
  const game = (you: number | null, more: Partial<RoomState> = {}) => firstMoveFact({ ...running(you), firstMoveMs: 60_000, ...more }, texts.en);
  const bot = [{ player: { name: "Ada" } }, { player: { name: "Ponderer", bot: true } }];

  it("is shown until all have moved", () => {
    expect([game(0), game(0, { movedSeats: [0] }), game(null, { movedSeats: [1] })]).toEqual(Array(3).fill("first move within 1 minute"));
    expect([game(0, { movedSeats: [0, 1] }), game(0, { phase: "finished" }), game(0, { firstMoveMs: null })]).toEqual(["", "", ""]);
  });

  it("is shown as unlimited to the only person, until that person has moved", () => {
    const seats = { seats: bot };
    expect([game(0, seats), game(0, { ...seats, movedSeats: [0] }), game(null, seats)]).toEqual(["no limit for your first move", "", "first move within 1 minute"]);
  });
});
