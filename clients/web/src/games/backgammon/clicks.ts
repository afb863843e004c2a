/** The ways in which a play can be clicked, checker by checker and die by die. Pure. */

import { BAR, type CheckerPath, OFF, type Position, checkerPaths, parsePosition, spotName } from "./notation";

const HOME = 6;

function diceOf({ dice }: Position): [number, number] {
  const [one = 0, other = 0] = [...dice].map(Number);
  return [one || 0, other || 0];
}

/** From one point to another in steps of a double, of which the last may be longer than needed to bear off. */
function doubleStops(from: number, to: number, die: number): CheckerPath[] {
  const steps = to === OFF ? Math.ceil(from / die) : (from - to) / die;
  if (steps <= 1 || !Number.isInteger(steps)) return [];
  return [Array.from({ length: steps + 1 }, (_, step) => (step === steps ? to : from - step * die))];
}

/** Whether a checker of `own` at `from` could be borne off with a die, were it the only one that moves now. */
function bearsOff(own: readonly number[], from: number, die: number): boolean {
  return from === die || (from < die && own.every((count, point) => point <= from || count === 0));
}

/** The points at which a checker can stop between two different dice. */
function stopsBetween(from: number, to: number, at: Position): number[] {
  const [one, other] = diceOf(at);
  const own = (at.checkers[at.turn ?? 0] ?? []).with(from, (at.checkers[at.turn ?? 0]?.[from] ?? 1) - 1);
  // With a die to spare it may be another checker's: only what needs both dice stops on its way off.
  const isLongerOff = to === OFF && from > Math.max(one, other) && from < one + other;
  return [[one, other] as const, [other, one] as const].flatMap(([first, second]) => {
    const stop = from - first;
    return from - to === one + other || (isLongerOff && bearsOff(own, stop, second)) ? [stop] : [];
  });
}

/**
 * How a checker can be clicked along its path: at once, or die by die with stops between.
 *
 * The notation names a stop only where the checker hits, so other stops are on points without enemies. For a
 * double the stops follow from the dice: the play would not be legal otherwise.
 */
export function withStops(path: CheckerPath, position: string): CheckerPath[] {
  const at = parsePosition(position);
  const [one, other] = diceOf(at);
  const [from = 0, to = 0, ...more] = path;
  if (more.length > 0 || one === 0) return [path];
  if (one === other) return [path, ...doubleStops(from, to, one)];
  const free = (point: number): boolean => (at.checkers[1 - (at.turn ?? 0)]?.[25 - point] ?? 0) === 0;
  return [path, ...stopsBetween(from, to, at).filter(free).map((stop) => [from, stop, to])];
}

/**
 * A play's paths as they are clicked: of several checkers that enter from the bar, which is only possible to the same
 * point with more steps after it, entering and going on are two paths, so that all enter before one goes on.
 */
function clickedPaths(move: string, position: string): CheckerPath[] {
  const paths = checkerPaths(move);
  const entering = paths.filter(([from]) => from === BAR);
  const [die, other] = diceOf(parsePosition(position));
  if (entering.length < 2 || die !== other || die === 0) return paths;
  const entry = BAR - die;
  return paths.flatMap((path) => (path[0] !== BAR || path.at(-1) === entry ? [path] : [[BAR, entry], [entry, ...path.slice(path[1] === entry ? 2 : 1)]]));
}

/** The cartesian product of lists. */
function cartesianProduct<T>(choices: readonly (readonly T[])[]): T[][] {
  return choices.reduce<T[][]>((products, list) => products.flatMap((product) => list.map((item) => [...product, item])), [[]]);
}

/** The permutations of these paths, each once. */
function permutations(paths: readonly CheckerPath[]): CheckerPath[][] {
  if (paths.length === 0) return [[]];
  const first = new Map(paths.map((path, index) => [path.join("/"), index]));
  return [...first.values()].flatMap((index) => {
    const rest = paths.filter((_, other) => other !== index);
    return permutations(rest).map((order) => [paths[index] ?? [], ...order]);
  });
}

/** Whether in this order the checkers on the bar enter first, and none is borne off before all others are home. */
function isPlayable(order: readonly CheckerPath[], checkers: readonly number[]): boolean {
  const own = [...checkers];
  for (const path of order)
    for (const [index, to] of path.slice(1).entries()) {
      const from = path[index] ?? OFF;
      own[from] = (own[from] ?? 0) - 1;
      if (from !== BAR && (own[BAR] ?? 0) > 0) return false;
      if (to === OFF && own.some((count, point) => point > HOME && count > 0)) return false;
      own[to] = (own[to] ?? 0) + 1;
    }
  return true;
}

/** All orders in which a play can be clicked, as spots: in each, one path a checker. */
export function clickOrders(move: string, position: string): string[][][] {
  const { checkers, turn } = parsePosition(position);
  const paths = clickedPaths(move, position);
  const orders = cartesianProduct(paths.map((path) => withStops(path, position))).flatMap(permutations);
  const needsOrder = paths.some((path) => path.includes(BAR) || path.includes(OFF));
  const playable = needsOrder ? orders.filter((order) => isPlayable(order, checkers[turn ?? 0] ?? [])) : orders;
  // Checkers that come home turn by turn are in none: any order will do then.
  return (playable.length > 0 ? playable : orders).map((order) => order.map((path) => path.map(spotName)));
}

/** The checker paths that the clicked spots have played: whole checker paths one after the other, the last one perhaps only begun. */
export function checkerPathsIn(clicked: readonly string[], move: string, position: string): CheckerPath[] {
  const remaining = clickedPaths(move, position).map((path) => withStops(path, position));
  const paths: CheckerPath[] = [];
  let at = 0;
  while (at < clicked.length) {
    const matches = (path: CheckerPath): boolean => path.every((point, index) => at + index >= clicked.length || clicked[at + index] === spotName(point));
    const next = remaining.findIndex((paths) => paths.some(matches));
    const path = next < 0 ? undefined : remaining.splice(next, 1)[0]?.find(matches)?.slice(0, clicked.length - at);
    if (!path) return paths;
    if (path.length > 1) paths.push(path);
    at += path.length;
  }
  return paths;
}
