/** Whom the hint for a first game is for. Pure; what this browser has played is stored by the shell. */

import { type RoomState, isInProgress } from "../../app/room/room";

/** Whether the viewer is a player who has moved in this game, or is just moving. */
export function hasMoved(room: RoomState): boolean {
  return room.you !== null && (room.optimistic !== null || room.movedSeats.includes(room.you));
}

/** The viewer's hint, of one for all seats or one a seat; undefined for spectators and after the own first move. */
export function firstHint(room: RoomState, hints: readonly string[]): string | undefined {
  if (room.you === null || !isInProgress(room) || hasMoved(room)) return undefined;
  return hints[room.you] ?? hints[0];
}
