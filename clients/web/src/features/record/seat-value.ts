/** Values for a given seat. A seat can move twice in a row, so values are not simply negated from ply to ply. Pure. */

import type { RoomState } from "../../app/room/room";
import type { Info } from "../../protocol";

/** The seat that a value belongs to, the number of seats, and the unit. */
export interface Viewpoint {
  seat: number;
  seats: number;
  unit: string | null | undefined;
}

/** A value converted to another seat; undefined: that is impossible, as with several opponents, or with tricks, whose total
 * is unknown. */
export function valueForSeat(seat: number, value: number, of: Viewpoint): number | undefined {
  if (seat === of.seat) return value;
  if (of.seats !== 2 || of.unit === "tricks") return undefined;
  return of.unit === "win_probability" ? 1 - value : 0 - value;
}

/** The seat that an engine's values belong to: the one that it names, else the side to move in the searched position. */
export function seatOfValues(info: Info, room: RoomState): number | undefined {
  return info.value_seat ?? room.history[info.ply]?.turn ?? info.seat ?? undefined;
}
