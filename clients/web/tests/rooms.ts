import { helloMessages, commandsToSend } from "../src/app/room/commands";
import { fromRecord, update } from "../src/app/room/fold";
import type { RoomState } from "../src/app/room/room";
import type * as p from "../src/protocol";
import { GAME, record, seated, started, welcome } from "./helpers";

export const OPENING: p.RoomEvent[] = [seated(1, 0, "Ada", "a"), seated(2, 1, "Ponderer", "b"), started(3)];

export function after(state: RoomState, ...messages: p.RoomOut[]): RoomState {
  return messages.reduce((room, message) => update(room, message, 1000), state);
}

export function takenBack(seq: number, plies: number, plyAfter: number): p.TakenBack {
  const clock = { remaining_ms: [9000, 9000], running: 0 };
  return { type: "taken_back", game: GAME, seq, at: 0, seat: 0, plies, ply: plyAfter, position: "back", clock, elapsed_ms: 0, turn: 0 };
}

export function running(you: number | null = 0): RoomState {
  const legal = ["a1", "b2", "c3"];
  const room = after(fromRecord(record(OPENING, { state: "running" }), 0), welcome(you, 3));
  return you === 0 ? after(room, { type: "turn", game: GAME, ply: 0, legal }) : room;
}

/** The messages that a reconnected client sends while the server's messages arrive. */
export function reconnect(state: RoomState, ...messages: p.RoomOut[]): [RoomState, p.RoomIn[]] {
  let [room, sent] = helloMessages(state);
  for (const message of messages) {
    const next = update(room, message, 1000);
    sent = [...sent, ...commandsToSend(room, next)];
    room = next;
  }
  return [room, sent];
}

export const types = (messages: p.RoomIn[]) => messages.map((message) => ("id" in message ? message.id : message.type));
