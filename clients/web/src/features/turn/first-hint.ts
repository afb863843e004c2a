/** Decides who sees the hint for a first game. Pure; FirstHint.svelte stores which games the browser has played. */

import { type RoomState, isInProgress } from "../../app/room/room";

/** Whether the viewer is a player who has moved, or whose move is pending. */
export function hasMoved(room: RoomState): boolean {
  return room.you !== null && (room.optimistic !== null || room.movedSeats.includes(room.you));
}

/** The viewer's hint, from a list with one hint for all seats or one per seat; undefined for spectators, and after the viewer's first move. */
export function firstHint(room: RoomState, hints: readonly string[]): string | undefined {
  if (room.you === null || !isInProgress(room) || hasMoved(room)) return undefined;
  return hints[room.you] ?? hints[0];
}
