/** The final counts of games that count something, such as discs, boxes, chips or tricks. Pure. */

import type { RoomState } from "../../app/room/room";
import { unitCount, winners } from "../../app/words/format";
import type { Tally } from "../../games/boards/model";
import type { Texts } from "../../texts";

/** The counts of both sides at the end: the user's first, or the winner's for spectators; empty unless there are two sides and the game ended by the rules. */
function countsOf({ finished, seats, sides, you }: RoomState, tallies: readonly Tally[]): Tally[] {
  const [winner = 0] = winners(finished?.scores);
  const allSides = sides.length > 0 ? sides : seats.map((_, seat) => [seat]);
  if (finished?.reason !== "rules" || allSides.length !== 2) return [];
  const own = allSides.findIndex((side) => side.includes(you ?? winner));
  return [allSides[own], allSides[1 - own]].map((side) => tallies[side?.[0] ?? 0] ?? {});
}

/** The result in a game whose counts have a unit: `8 tricks to 5`, or `3 chips` if one side's gain is the other's loss. Empty
 * without a winner. `tallies`: the final ones, one per seat. */
export function countedEnd(room: RoomState, tallies: readonly Tally[], t: Texts): string {
  const [own, others] = countsOf(room, tallies);
  if (winners(room.finished?.scores).length === 0 || own?.unit === undefined || own.score === undefined || others?.score === undefined) return "";
  return own.score === 0 - others.score ? unitCount(Math.abs(own.score), own.unit, t) : t.result.countTo(unitCount(own.score, own.unit, t), String(others.score));
}

/** The result in a game that counts without a unit, such as discs: `9–0`, also for a draw; else empty. `tallies`: the final ones, one per seat. */
export function countsAtEnd(room: RoomState, tallies: readonly Tally[]): string {
  const [own, others] = countsOf(room, tallies);
  if (own?.unit !== undefined || own?.score === undefined || others?.score === undefined) return "";
  return `${own.score}–${others.score}`;
}
