/** The titles of pages in the browser's tab. Pure. */

import type { Texts } from "../../texts";
import { type RoomState, seatToMove } from "../room/room";

/** Whether the game waits for this user's move; a move that is being sent counts as made. */
export function isWaitingForYou(room: RoomState): boolean {
  return room.phase === "running" && room.you !== null && seatToMove(room) === room.you && room.optimistic === null;
}

/** A page's title with the number of other games in which it is the user's turn. */
export function titleWithTurns(title: string, turns: number, t: Texts): string {
  return turns === 0 ? title : `● ${t.play.turnsWaiting(turns)} · ${title}`;
}

/** The title of a game's page; a dot marks the user's turn. `status`: whose turn it is; `name`: the game's name. */
export function gameTitle(room: RoomState, status: string, name: string): string {
  const parts = [status, name, "Zeitnot"].filter(Boolean).join(" · ");
  return isWaitingForYou(room) ? `● ${parts}` : parts;
}
