/** The title of a game's page, as its tab shows it. Pure. */

import type { Texts } from "../../texts";
import { type RoomState, seatToMove } from "../room/room";

/** Whether the game waits for this user. A move that is being sent has been made. */
export function isWaitingForYou(room: RoomState): boolean {
  return room.phase === "running" && room.you !== null && seatToMove(room) === room.you && room.optimistic === null;
}

/** A page's title, with the number of games elsewhere in which it is the user's turn. */
export function titleWithTurns(title: string, turns: number, t: Texts): string {
  return turns === 0 ? title : `● ${t.play.turnsWaiting(turns)} · ${title}`;
}

/** `status`: whose turn it is, empty if nobody's; `name`: the game's. A dot marks a turn of the user. */
export function gameTitle(room: RoomState, status: string, name: string): string {
  const parts = [status, name, "Zeitnot"].filter(Boolean).join(" · ");
  return isWaitingForYou(room) ? `● ${parts}` : parts;
}
