import { describe, expect, it } from "vitest";

import { command } from "../src/app/room/commands";
import { fromRecord } from "../src/app/room/fold";
import type { RoomState } from "../src/app/room/room";
import { isTimeLow, soundsOf } from "../src/app/room/sounds";
import type { GameView } from "../src/games/boards/model";
import { finished, moved, record, seated, started, threw, welcome } from "./helpers";
import { after, running, takenBack } from "./rooms";
import { moving, putting } from "./toys";

type Message = Parameters<typeof after>[1];

function heard(room: RoomState, message: Message, gameView: GameView = putting): string {
  return soundsOf(room, after(room, message), gameView).join(" ");
}

const open = after(fromRecord(record([seated(1, 0, "Ada", "a"), seated(2, 1, "Ponderer", "b")]), 0), welcome(0, 2));

describe("the sounds of a room", () => {
  it("follow its events", () => {
    expect(heard(open, started(3))).toBe("start");
    expect(heard(running(0), moved(4, 0, "a1"))).toBe("move");
    const theirs = after(running(0), moved(4, 0, "a1"));
    expect(heard(theirs, moved(5, 1, "b2"))).toBe("move turn");
    expect(heard(theirs, finished(5))).toBe("end");
    expect(heard(theirs, threw(5, 1, 1, 4, 1))).toBe("dice");
    expect(heard(theirs, threw(5, 1, 1, 4, 0))).toBe("dice turn");
    expect(heard(after(theirs, moved(5, 1, "b2")), takenBack(6, 2, 0))).toBe("");
  });

  it("of a spectator have no turns", () => {
    const watched = after(running(null), moved(4, 0, "a1"));
    expect(heard(watched, moved(5, 1, "b2"))).toBe("move");
  });

  it("are heard once for the user's own move, when it is shown", () => {
    const room = running(0);
    const [sent] = command(room, { type: "move", move: "a1" }, "c1");
    expect(soundsOf(room, sent, putting)).toEqual(["move"]);
    expect(heard(sent, moved(4, 0, "a1"))).toBe("");
    expect(heard(sent, { type: "error", game: room.game, id: "c1", code: "illegal_move", message: "" })).toBe("");
  });

  it("tell a capture by the pieces that are left", () => {
    const theirs = after(running(0), moved(4, 0, "a1", { position: "xo......." }));
    expect(heard(theirs, moved(5, 1, "a3-b3", { position: ".x......." }), moving)).toBe("capture turn");
    expect(heard(theirs, moved(5, 1, "a3-b3", { position: ".xo......" }), moving)).toBe("move turn");
    expect(soundsOf(theirs, after(theirs, moved(5, 1, "a3-b3", { position: "........." })), undefined)).toEqual(["move", "turn"]);
  });

  it("tell a capture by what the game's view counts, where a piece is put down too", () => {
    const counting: GameView = { ...putting, tallies: (position) => [{ captures: { look: "white", count: Number(position.split(" ")[1] ?? 0) } }] };
    const theirs = after(running(0), moved(4, 0, "a1", { position: "xo....... 0" }));
    expect(heard(theirs, moved(5, 1, "b1", { position: ".ox...... 1" }), counting)).toBe("capture turn");
    expect(heard(theirs, moved(5, 1, "c1", { position: "xoo...... 0" }), counting)).toBe("move turn");
  });

  it("tell a pending capture by what stands on the target", () => {
    const room = { ...running(0), history: [{ ...running(0).history[0]!, position: "xo......." }] };
    const after = (move: string, gameView: GameView) => soundsOf(room, command(room, { type: "move", move }, "c1")[0], gameView);
    expect(after("a3-b3", moving)).toEqual(["capture"]);
    expect(after("a3-c3", moving)).toEqual(["move"]);
    expect(after("a3-c3", { ...moving, positionAfter: () => "x........" })).toEqual(["capture"]);
    expect(after("c3", putting)).toEqual(["move"]);
  });

  it("are none for what happened before the page was there", () => {
    const before = fromRecord(record([seated(1, 0, "Ada", "a"), seated(2, 1, "Ponderer", "b")]), 0);
    expect(soundsOf(before, after(before, welcome(0, 5), started(3), moved(4, 0, "a1")), putting)).toEqual([]);
  });
});

describe("the warning of little time", () => {
  const room = running(0); // three minutes, from 1000 on
  it("comes under ten seconds, only for the user's own running clock", () => {
    expect(isTimeLow(room, 1000 + 169_000)).toBe(false);
    expect(isTimeLow(room, 1000 + 171_000)).toBe(true);
    expect(isTimeLow({ ...room, you: 1 }, 1000 + 171_000)).toBe(false);
    expect(isTimeLow({ ...room, you: null }, 1000 + 171_000)).toBe(false);
    expect(isTimeLow({ ...room, phase: "paused" }, 1000 + 171_000)).toBe(false);
  });

  it("is not of games in which all time is short", () => {
    const control = { kind: "sudden_death" as const, base_ms: 15_000 };
    const bullet = { ...room, summary: { ...room.summary!, control }, clock: { at: 1000, view: { remaining_ms: [15_000, 15_000], running: 0 } } };
    expect(isTimeLow(bullet, 1000 + 9000)).toBe(false);
  });
});
