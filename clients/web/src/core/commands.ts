/** What goes out: the person's commands, what a new connection says first, and what it sends again. */

import type * as p from "../protocol";
import { type RoomState, ply, synced } from "./room";

/** What the person wants; `game`, `id` and `ply` are filled in by `command`. */
export type Intent =
  | { type: "sit"; seat: number }
  | { type: "leave" | "resign" | "abort" | "claim" | "rematch" | "resume" }
  | { type: "ready"; salt: string }
  | { type: "move"; move: string }
  | { type: "draw"; action: p.Draw["action"] }
  | { type: "takeback"; action: p.Takeback["action"] }
  | { type: "adjourn"; action: p.Adjourn["action"] };

/** The state with the command under way, and the frame to send. */
export function command(state: RoomState, intent: Intent, id: string): [RoomState, p.RoomIn] {
  const common = { game: state.game, id };
  const frame: p.RoomIn =
    intent.type === "move" ? { ...common, ...intent, ply: ply(state) } : { ...common, ...intent };
  const pending = new Map(state.pending).set(id, frame);
  const guess = frame.type === "move" ? { id, ply: frame.ply, move: frame.move } : state.guess;
  return [{ ...state, pending, guess, notice: null }, frame];
}

/** What a new connection says first: where we are. */
export function greeting(state: RoomState): [RoomState, p.RoomIn[]] {
  return [{ ...state, target: null }, [{ type: "hello", game: state.game, since: state.seq }]];
}

/**
 * What a message has set free to be sent: once everything missed has arrived, every command that
 * has no answer and that the past has left its meaning. Not before: a takeback may have led back to
 * the ply of a move, and the server could not tell that another position was meant.
 */
export function setFree(before: RoomState, after: RoomState): p.RoomIn[] {
  return !synced(before) && synced(after) ? [...after.pending.values()] : [];
}
