/** By how much a game was won that counts something, such as discs, boxes, chips or tricks. Pure. */

import type { RoomState } from "../../app/room/room";
import { unitCount, winners } from "../../app/words/format";
import type { Tally } from "../../games/boards/model";
import type { Texts } from "../../texts";

/** The counts of the two sides at the end, one's own first, else the winner's; empty where nothing is counted, there are not two sides, or the rules have not ended the game. */
function countsOf({ finished, seats, sides, you }: RoomState, tallies: readonly Tally[]): Tally[] {
  const [winner = 0] = winners(finished?.scores);
  const both = sides.length > 0 ? sides : seats.map((_, seat) => [seat]);
  if (finished?.reason !== "rules" || both.length !== 2) return [];
  const own = both.findIndex((side) => side.includes(you ?? winner));
  return [both[own], both[1 - own]].map((side) => tallies[side?.[0] ?? 0] ?? {});
}

/** In a game whose counts have a unit: `8 tricks to 5`; what one side has won of the other: `3 chips`. Empty where there is no winner.
 * `tallies`: at the end, one a seat. */
export function countedEnd(room: RoomState, tallies: readonly Tally[], t: Texts): string {
  const [own, others] = countsOf(room, tallies);
  if (winners(room.finished?.scores).length === 0 || own?.unit === undefined || own.score === undefined || others?.score === undefined) return "";
  return own.score === 0 - others.score ? unitCount(Math.abs(own.score), own.unit, t) : t.result.countTo(unitCount(own.score, own.unit, t), String(others.score));
}

/** In a game that counts without a unit, as discs or boxes: `9–0`, also of a draw. Empty in others. `tallies`: at the end, one a seat. */
export function countsAtEnd(room: RoomState, tallies: readonly Tally[]): string {
  const [own, others] = countsOf(room, tallies);
  if (own?.unit !== undefined || own?.score === undefined || others?.score === undefined) return "";
  return `${own.score}–${others.score}`;
}
