/** What goes out: the person's commands, what a new connection says first, and what it sends again. */

import type * as p from "../protocol";
import { type RoomState, isOn, newest, noticed, ply, synced } from "./room";

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
  const optimistic = frame.type === "move" ? { id, ply: frame.ply, move: frame.move } : state.optimistic;
  return [{ ...state, pending, optimistic, notice: null }, frame];
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

/** A move without an answer, as the browser keeps it while the page is loaded again. `position` and
 * `takenBack` are those of the frame in which it was played. */
export interface SavedMove {
  frame: p.Move;
  position: string;
  takenBack: number;
}

/** The move under way, to be kept. */
export function moveToSave(state: RoomState): SavedMove | null {
  const frame = state.optimistic && state.pending.get(state.optimistic.id);
  const before = frame?.type === "move" ? state.frames[frame.ply] : undefined;
  if (frame?.type !== "move" || !before) return null;
  return { frame, position: before.position, takenBack: before.takenBack };
}

/** The room with a kept move under way again, with its id: if the server has it, it answers as the
 * first time. A move that was meant for another position is given up, and that is said. */
export function withSavedMove(state: RoomState, { frame, position, takenBack }: SavedMove): RoomState {
  const now = newest(state);
  const played = state.frames[frame.ply + 1]?.moved;
  if (played?.move === frame.move) return state;
  const same = ply(state) === frame.ply && now?.position === position && now.takenBack === takenBack;
  if (!same || !isOn(state)) return { ...state, notice: noticed(state, "move_not_played", "") };
  const optimistic = { id: frame.id, ply: frame.ply, move: frame.move };
  return { ...state, optimistic, pending: new Map(state.pending).set(frame.id, frame) };
}
