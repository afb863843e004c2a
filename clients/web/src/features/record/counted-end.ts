/** By how much a game that counts chips or tricks was won. Pure. */

import type { RoomState } from "../../app/room/room";
import { unitCount, winners } from "../../app/words/format";
import type { Tally } from "../../games/boards/model";
import type { Texts } from "../../texts";

/** `8 tricks to 5`, one's own side first, else the winner's; what one side has won of the other: `3 chips`. Empty where
 * there is no winner, nothing is counted, or there are not two sides. `tallies`: at the end, one a seat. */
export function countedEnd({ finished, seats, sides, you }: RoomState, tallies: readonly Tally[], t: Texts): string {
  const [winner] = winners(finished?.scores);
  const both = sides.length > 0 ? sides : seats.map((_, seat) => [seat]);
  if (finished?.reason !== "rules" || winner === undefined || both.length !== 2) return "";
  const shown = both.find((side) => side.includes(you ?? winner));
  const other = both.find((side) => side !== shown);
  const [own, others] = [tallies[shown?.[0] ?? 0], tallies[other?.[0] ?? 0]];
  if (own?.unit === undefined || own.score === undefined || others?.score === undefined) return "";
  return own.score === 0 - others.score ? unitCount(Math.abs(own.score), own.unit, t) : t.result.countTo(unitCount(own.score, own.unit, t), String(others.score));
}
