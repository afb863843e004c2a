/** Backgammon's dice: their places on the board, and which of them have been played. Pure. */

import type { PartialMove, BoardDie, Look, ShownThrow } from "../boards/model";
import { checkerPathsIn } from "./clicks";
import { diceCentres } from "./geometry";
import { type CheckerPath, OFF } from "./notation";

/** Removes the dice that a step of a checker has used from `left`: one, or several at once. */
function takeDice(left: number[], from: number, to: number): void {
  const exact = left.indexOf(from - to);
  // A checker can be borne off with a larger die than needed; the lowest such die is used.
  const longer = to === OFF ? left.filter((die) => die > from).sort((a, b) => a - b)[0] : undefined;
  const index = exact >= 0 ? exact : longer === undefined ? -1 : left.indexOf(longer);
  if (index >= 0) {
    left.splice(index, 1);
    return;
  }
  for (let pips = from - to; pips > 0 && left.length > 0; ) pips -= left.shift() ?? pips;
}

/** The dice of a throw (four for a double) that are left after these paths. */
export function diceLeft(values: readonly number[], paths: readonly CheckerPath[]): number[] {
  const left = allDice(values);
  for (const path of paths) path.slice(1).forEach((to, index) => takeDice(left, path[index] ?? 0, to));
  return left;
}

/** The dice to be played: a double counts twice. */
function allDice(values: readonly number[]): number[] {
  return values.length === 2 && values[0] === values[1] ? [...values, ...values] : [...values];
}

/** Places the dice of each throw in the field of its side; of the opening throw, one die is in each field. */
export function placeDice(throws: readonly ShownThrow[], looks: readonly Look[], view: number, partialMove: PartialMove | undefined): BoardDie[] {
  return throws.flatMap(({ seat, values, isOver, isOpening }): BoardDie[] => {
    const dice = allDice(values);
    const left = isOver ? [] : diceLeft(values, partialMove ? checkerPathsIn(partialMove.path, partialMove.move, partialMove.position) : []);
    const centres = diceCentres(dice.length === 4 ? 4 : 2, seat === view);
    return dice.map((value, index) => {
      const thrower = isOpening && values[0] !== values[1] ? index : seat;
      const place = thrower === seat ? centres[index] : diceCentres(2, thrower === view)[index];
      const at = left.indexOf(value);
      if (at >= 0) left.splice(at, 1);
      return { x: place?.x ?? 0, y: place?.y ?? 0, value, look: looks[thrower] ?? "white", isUsed: at < 0 };
    });
  });
}
