/** What is sent: the user's commands, the first message of a new connection, and what it repeats. */

import type * as p from "../protocol";
import { type RoomState, isOn, newest, newNotice, ply, synced } from "./room";

/** What the user wants; `game`, `id` and `ply` are filled in by `command`. */
export type Intent =
  | { type: "sit"; seat: number }
  | { type: "leave" | "resign" | "abort" | "claim" | "rematch" | "resume" }
  | { type: "ready"; salt: string }
  | { type: "move"; move: string }
  | { type: "draw"; action: p.Draw["action"] }
  | { type: "takeback"; action: p.Takeback["action"] }
  | { type: "adjourn"; action: p.Adjourn["action"] };

/** The state with the command pending, and the frame to send. */
export function command(state: RoomState, intent: Intent, id: string): [RoomState, p.RoomIn] {
  const common = { game: state.game, id };
  const frame: p.RoomIn =
    intent.type === "move" ? { ...common, ...intent, ply: ply(state) } : { ...common, ...intent };
  const pending = new Map(state.pending).set(id, frame);
  const optimistic = frame.type === "move" ? { id, ply: frame.ply, move: frame.move } : state.optimistic;
  return [{ ...state, pending, optimistic, notice: null }, frame];
}

/** What a new connection sends first: the last event known. */
export function greeting(state: RoomState): [RoomState, p.RoomIn[]] {
  return [{ ...state, target: null }, [{ type: "hello", game: state.game, since: state.seq }]];
}

/**
 * The pending commands, when this message was the last of the missed events: they are sent now. Not before,
 * since a takeback may have led back to the ply of a pending move, and the server could not tell that
 * another position was meant.
 */
export function released(before: RoomState, after: RoomState): p.RoomIn[] {
  return !synced(before) && synced(after) ? [...after.pending.values()] : [];
}

/** A move without an answer, as it is kept while the page is reloaded. `position` and `takenBack` are those
 * of the frame in which it was played. */
export interface SavedMove {
  frame: p.Move;
  position: string;
  takenBack: number;
}

/** The pending move, to be saved. */
export function moveToSave(state: RoomState): SavedMove | null {
  const frame = state.optimistic && state.pending.get(state.optimistic.id);
  const before = frame?.type === "move" ? state.frames[frame.ply] : undefined;
  if (frame?.type !== "move" || !before) return null;
  return { frame, position: before.position, takenBack: before.takenBack };
}

/** The room with a saved move pending again, with its id: if the server has it already, it answers as the
 * first time. A move that was meant for another position is given up with a notice. */
export function withSavedMove(state: RoomState, { frame, position, takenBack }: SavedMove): RoomState {
  const now = newest(state);
  const played = state.frames[frame.ply + 1]?.moved;
  if (played?.move === frame.move) return state;
  const same = ply(state) === frame.ply && now?.position === position && now.takenBack === takenBack;
  if (!same || !isOn(state)) return { ...state, notice: newNotice(state, "move_not_played", "") };
  const optimistic = { id: frame.id, ply: frame.ply, move: frame.move };
  return { ...state, optimistic, pending: new Map(state.pending).set(frame.id, frame) };
}
