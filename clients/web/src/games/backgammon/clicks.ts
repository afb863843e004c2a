/** The orders of clicks for a play, checker by checker and die by die. Pure. */

import { BAR, type CheckerPath, OFF, type Position, checkerPaths, parsePosition, spotName } from "./notation";

const HOME = 6;

function diceOf({ dice }: Position): [number, number] {
  const [one = 0, other = 0] = [...dice].map(Number);
  return [one || 0, other || 0];
}

/** A path in steps of a double; the last step may be longer than needed to bear off. */
function doubleStops(from: number, to: number, die: number): CheckerPath[] {
  const steps = to === OFF ? Math.ceil(from / die) : (from - to) / die;
  if (steps <= 1 || !Number.isInteger(steps)) return [];
  return [Array.from({ length: steps + 1 }, (_, step) => (step === steps ? to : from - step * die))];
}

/** Whether a checker of `own` at `from` could be borne off with a die, if no other checker moved. */
function bearsOff(own: readonly number[], from: number, die: number): boolean {
  return from === die || (from < die && own.every((count, point) => point <= from || count === 0));
}

/** The points at which a checker can stop between two different dice. */
function stopsBetween(from: number, to: number, position: Position): number[] {
  const [one, other] = diceOf(position);
  const checkers = position.checkers[position.turn ?? 0] ?? [];
  const own = checkers.with(from, (checkers[from] ?? 1) - 1);
  // Only a checker that needs both dice stops on its way off. Otherwise the other die may be another checker's.
  const isLongerOff = to === OFF && from > Math.max(one, other) && from < one + other;
  return [[one, other] as const, [other, one] as const].flatMap(([first, second]) => {
    const stop = from - first;
    return from - to === one + other || (isLongerOff && bearsOff(own, stop, second)) ? [stop] : [];
  });
}

/**
 * The ways to click a path of a checker: at once, or die by die with intermediate stops.
 *
 * The notation names stops only where the checker hits, so all other stops are on points without opposing checkers. The
 * stops of a double follow from the dice, because the play would not be legal otherwise.
 */
export function withStops(path: CheckerPath, position: string): CheckerPath[] {
  const parsed = parsePosition(position);
  const [one, other] = diceOf(parsed);
  const [from = 0, to = 0, ...more] = path;
  if (more.length > 0 || one === 0) return [path];
  if (one === other) return [path, ...doubleStops(from, to, one)];
  const free = (point: number): boolean => (parsed.checkers[1 - (parsed.turn ?? 0)]?.[25 - point] ?? 0) === 0;
  return [path, ...stopsBetween(from, to, parsed).filter(free).map((stop) => [from, stop, to])];
}

/**
 * The paths of a play as they are clicked. If several checkers enter from the bar with a double, entering and moving on are
 * separate paths, because all checkers must enter before one moves on.
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

/** Whether this order is legal: checkers on the bar enter first, and none is borne off before all others are home. */
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

/** All orders in which a play can be clicked; each order has one path of spots per checker. */
export function clickOrders(move: string, position: string): string[][][] {
  const { checkers, turn } = parsePosition(position);
  const paths = clickedPaths(move, position);
  const orders = cartesianProduct(paths.map((path) => withStops(path, position))).flatMap(permutations);
  const needsOrder = paths.some((path) => path.includes(BAR) || path.includes(OFF));
  const playable = needsOrder ? orders.filter((order) => isPlayable(order, checkers[turn ?? 0] ?? [])) : orders;
  // If no order is legal as a whole, because checkers come home alternately, accept any order.
  return (playable.length > 0 ? playable : orders).map((order) => order.map((path) => path.map(spotName)));
}

/** The checker paths that the clicked spots have played, of which the last may be incomplete. */
export function checkerPathsIn(clicked: readonly string[], move: string, position: string): CheckerPath[] {
  const remaining = clickedPaths(move, position).map((path) => withStops(path, position));
  const paths: CheckerPath[] = [];
  let index = 0;
  while (index < clicked.length) {
    const matches = (path: CheckerPath): boolean => path.every((point, step) => index + step >= clicked.length || clicked[index + step] === spotName(point));
    const next = remaining.findIndex((paths) => paths.some(matches));
    const path = next < 0 ? undefined : remaining.splice(next, 1)[0]?.find(matches)?.slice(0, clicked.length - index);
    if (!path) return paths;
    if (path.length > 1) paths.push(path);
    index += path.length;
  }
  return paths;
}
