/** Values with the seat that they are seen from. A seat may move twice in a row, so no value is negated from ply to ply. Pure. */

import type { RoomState } from "../../app/room/room";
import type { Info } from "../../protocol";

/** Whose value it is, in a game of so many seats. */
export interface Viewpoint {
  seat: number;
  seats: number;
  unit: string | null | undefined;
}

/** A value as another seat sees it. Undefined: not known, as of several opponents, or of tricks, which say nothing of how
 * many there are. */
export function seenBy(seat: number, value: number, of: Viewpoint): number | undefined {
  if (seat === of.seat) return value;
  if (of.seats !== 2 || of.unit === "tricks") return undefined;
  return of.unit === "win_probability" ? 1 - value : 0 - value;
}

/** The seat that an engine's values are seen from: the one that it names, else the side to move in the position searched. */
export function seatOfValues(info: Info, room: RoomState): number | undefined {
  return info.value_seat ?? room.history[info.ply]?.turn ?? info.seat ?? undefined;
}
