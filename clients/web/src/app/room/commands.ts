/** Outgoing messages: the user's commands, the hello of a new connection, and the commands to send again. */

import type * as p from "../../protocol";
import { type RoomState, isInProgress, newestEntry, newNotice, ply, isSynced } from "./room";

/** A command of the user without `game`, `id` and `ply`, which `command` adds. */
export type Intent =
  | { type: "sit"; seat?: number }
  | { type: "leave" | "resign" | "abort" | "claim" | "rematch" | "no_rematch" | "resume" }
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

/** The first message of a new connection, with the number of the last known event. */
export function helloMessages(state: RoomState): [RoomState, p.RoomIn[]] {
  return [{ ...state, target: null }, [{ type: "hello", game: state.game, since: state.seq }]];
}

/**
 * The pending commands, once all missed events have arrived. They are not sent earlier, because a takeback may have led
 * back to the ply of a pending move, and the server could not tell that the move was meant for another position.
 */
export function commandsToSend(before: RoomState, after: RoomState): p.RoomIn[] {
  return !isSynced(before) && isSynced(after) ? [...after.pending.values()] : [];
}

/** A pending move as it is stored across a reload. `position` and `takenBack` identify the history entry in which it was
 * played. */
export interface SavedMove {
  frame: p.Move;
  position: string;
  takenBack: number;
}

/** The pending move, to be saved. */
export function moveToSave(state: RoomState): SavedMove | null {
  const frame = state.optimistic && state.pending.get(state.optimistic.id);
  const before = frame?.type === "move" ? state.history[frame.ply] : undefined;
  if (frame?.type !== "move" || !before) return null;
  return { frame, position: before.position, takenBack: before.takenBack };
}

/** The room with a saved move pending again under the same id; if the server has it already, it repeats its answer. A move
 * that was meant for another position is dropped with a notice. */
export function withSavedMove(state: RoomState, { frame, position, takenBack }: SavedMove): RoomState {
  const entry = newestEntry(state);
  const played = state.history[frame.ply + 1]?.moved;
  if (played?.move === frame.move) return state;
  const isSamePosition = ply(state) === frame.ply && entry?.position === position && entry.takenBack === takenBack;
  if (!isSamePosition || !isInProgress(state)) return { ...state, notice: newNotice(state, "move_not_played", "") };
  const optimistic = { id: frame.id, ply: frame.ply, move: frame.move };
  return { ...state, optimistic, pending: new Map(state.pending).set(frame.id, frame) };
}
