/** Pending commands, which the server has not answered yet. Pure. */

import * as p from "../../protocol";
import { type RoomState, newNotice } from "./room";

/** Whether a command of this type is pending. */
export function isPending(state: RoomState, type: p.RoomIn["type"]): boolean {
  return [...state.pending.values()].some((frame) => frame.type === type);
}

/** The pending commands without those of this type. */
export function withoutType(pending: RoomState["pending"], type: p.RoomIn["type"]): RoomState["pending"] {
  return new Map([...pending].filter(([, frame]) => frame.type !== type));
}

/** A command was accepted; your own `sit` and `leave` change your seat. */
export function applyAck(state: RoomState, id: string): RoomState {
  const command = state.pending.get(id);
  const after = { ...state, halted: false, pending: withoutId(state.pending, id) };
  if (command?.type === "sit") return { ...after, you: command.seat ?? state.you };
  return command?.type === "leave" ? { ...after, you: null } : after;
}

/** Whether a refused command should be sent again, shortly or, for a move, after the pause of the game. */
export function isResent(state: RoomState, { id, code, state: phase }: p.Error): boolean {
  const paused = phase === "paused" && id != null && state.pending.get(id)?.type === "move";
  return id != null && (p.SEND_AGAIN.has(code) || paused);
}

/** A command was refused: adds a notice for the user, unless the command is sent again. */
export function applyError(state: RoomState, error: p.Error): RoomState {
  if (error.code === "read_only") return { ...state, halted: true };
  if (isResent(state, error)) return state;
  const notice = error.id && isPlayed(state, error.id) ? state.notice : newNotice(state, error.code, error.message);
  if (!error.id) return { ...state, notice };
  const optimistic = state.optimistic?.id === error.id ? null : state.optimistic;
  return { ...state, optimistic, notice, pending: withoutId(state.pending, error.id) };
}

/** Whether the command is a move that is already in the history, for example because two tabs sent it. */
function isPlayed(state: RoomState, id: string): boolean {
  const frame = state.pending.get(id);
  if (frame?.type !== "move") return false;
  const played = state.history[frame.ply + 1]?.moved;
  return played?.move === frame.move && played.seat === state.you;
}

function withoutId(pending: RoomState["pending"], id: string): RoomState["pending"] {
  return new Map([...pending].filter(([other]) => other !== id));
}
