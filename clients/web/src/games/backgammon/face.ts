/**
 * Backgammon's board: 24 points, the bar in the middle, the tray with the checkers borne off at the right,
 * the doubling cube, once it is turned, at the left.
 *
 * Spots have the numbers of the side to move, as its plays do. The viewer's home is at the bottom right; a
 * spectator sees the board as white does. The spot of a point is that of its outermost checker; the
 * others are only drawn.
 */

import type { Cube, Drawing, Face, Look, Piece, Spot, StackedPiece } from "../../boards/model";
import { BAR, OFF, type Position, parsePosition, afterPlay, playsOf, spotName, checkerPaths, checkerPathsIn, withStops } from "./notation";

const LOOKS: Look[] = ["white", "black"];
const [LEFT, TOP, WIDE, HIGH] = [14, 5, 10, 47];
const MIDDLE = TOP + HIGH + 5;
const HEIGHT = 2 * MIDDLE;
const HALF = 4.4;
const BAR_X = LEFT + 6 * WIDE + WIDE / 2;
const TRAY_X = LEFT + 13 * WIDE + 7;
const WIDTH = TRAY_X + 8;
/** How many checkers are drawn on a point; more are shown by a number. */
const SHOWN = 5;

/** The middle of a point's column, by the viewer's count. */
function columnX(point: number): number {
  const fromRight = point <= 12 ? point - 1 : 24 - point;
  return LEFT + (fromRight < 6 ? 12 - fromRight : 11 - fromRight) * WIDE + WIDE / 2;
}

/** The centre of the n-th checker (from 0) on a point, the bar or the tray; `mine`: the viewer's. */
function checkerCentre(point: number, n: number, mine: boolean): { x: number; y: number } {
  const high = Math.min(n, SHOWN - 1);
  if (point === BAR) return { x: BAR_X, y: mine ? MIDDLE + 8 + high * 8.9 : MIDDLE - 8 - high * 8.9 };
  if (point === OFF) return { x: TRAY_X, y: mine ? HEIGHT - TOP - HALF - high * 8.9 : TOP + HALF + high * 8.9 };
  const seen = mine ? point : 25 - point;
  return { x: columnX(seen), y: seen <= 12 ? HEIGHT - TOP - HALF - high * 8.9 : TOP + HALF + high * 8.9 };
}

/** The checkers of one stack, the outermost last. */
function stack(point: number, count: number, seat: number, view: number): StackedPiece[] {
  const look = LOOKS[seat] ?? "white";
  return Array.from({ length: Math.min(count, SHOWN) }, (_, n) => {
    const more = n === SHOWN - 1 && count > SHOWN ? String(count) : "";
    return { ...checkerCentre(point, n, seat === view), look, text: more };
  });
}

function triangles(odd: boolean): string {
  return Array.from({ length: 24 }, (_, index) => index + 1)
    .filter((point) => (point % 2 === 1) === odd)
    .map((point) => {
      const x = columnX(point) - WIDE / 2;
      const [foot, tip] = point <= 12 ? [HEIGHT - TOP, HEIGHT - TOP - 40] : [TOP, TOP + 40];
      return `M${x} ${foot}h${WIDE}L${x + WIDE / 2} ${tip}Z`;
    })
    .join("");
}

function frame(): string {
  const table = `M${LEFT} ${TOP}H${LEFT + 13 * WIDE}V${HEIGHT - TOP}H${LEFT}Z`;
  const bar = `M${LEFT + 6 * WIDE} ${TOP}V${HEIGHT - TOP}M${LEFT + 7 * WIDE} ${TOP}V${HEIGHT - TOP}`;
  return `${table}${bar}M${LEFT + 13 * WIDE + 2} ${TOP}H${WIDTH - 3}V${HEIGHT - TOP}H${LEFT + 13 * WIDE + 2}Z${triangles(false)}`;
}

/**
 * The cube on the side of its owner or, while it is offered, of the other player. A position does not say
 * whether the game has one before it is turned, so it is not drawn until then.
 */
function cubeOf(at: Position, view: number): Cube | undefined {
  const offered = at.dice === "D" && at.turn !== null;
  if (!offered && at.cube === 1) return undefined;
  const holder = offered ? 1 - (at.turn ?? 0) : at.owner;
  const y = holder === view ? HEIGHT - TOP - 5 : TOP + 5;
  return { x: LEFT / 2, y, text: String(offered ? 2 * at.cube : at.cube) };
}

function draw(position: string, viewer: number | null): Drawing {
  const at = parsePosition(position);
  const [view, mover] = [viewer === 1 ? 1 : 0, at.turn ?? 0];
  const [spots, pieces, stacked, labels]: [Spot[], Piece[], StackedPiece[], Drawing["labels"]] = [[], [], [], []];
  for (let point = OFF; point <= BAR; point++) {
    const own = at.checkers[mover]?.[point] ?? 0;
    const other = point === OFF || point === BAR ? 0 : (at.checkers[1 - mover]?.[25 - point] ?? 0);
    const [count, seat] = other > 0 ? [other, 1 - mover] : [own, mover];
    const held = stack(other > 0 ? 25 - point : point, count, seat, view);
    const top = held.pop();
    const id = spotName(point);
    const centre = top ?? checkerCentre(point, 0, mover === view);
    spots.push({ id, x: centre.x, y: centre.y, half: HALF, name: count > 1 ? `${id} ×${count}` : id });
    if (top) pieces.push({ spot: id, look: top.look, ...(top.text ? { text: top.text } : {}) });
    stacked.push(...held);
  }
  // The other side's checkers that are off or on the bar are on no spot: nothing can be played there.
  for (const point of [BAR, OFF]) stacked.push(...stack(point, at.checkers[1 - mover]?.[point] ?? 0, 1 - mover, view));
  for (let point = 1; point <= 24; point++) {
    const y = point <= 12 ? HEIGHT - 2.3 : 2.3;
    labels.push({ x: columnX(point), y, text: String(mover === view ? point : 25 - point) });
  }
  const cube = cubeOf(at, view);
  return {
    width: WIDTH,
    height: HEIGHT,
    ground: "wood",
    spotKind: "points",
    shade: triangles(true),
    strokes: frame(),
    lines: [],
    dots: [],
    labels,
    goals: [],
    spots,
    stacked,
    pieces,
    ...(cube ? { cube } : {}),
  };
}

/** Every choice of one of each. */
function everyOne<T>(choices: readonly (readonly T[])[]): T[][] {
  return choices.reduce<T[][]>((taken, among) => taken.flatMap((some) => among.map((one) => [...some, one])), [[]]);
}

/** Every order of these ways, each once. */
function orders(ways: readonly string[][]): string[][][] {
  if (ways.length === 0) return [[]];
  const first = new Map(ways.map((way, index) => [way.join("/"), index]));
  return [...first.values()].flatMap((index) => {
    const rest = ways.filter((_, other) => other !== index);
    return orders(rest).map((order) => [ways[index] ?? [], ...order]);
  });
}

export const face: Face = {
  sample: "XGID=-a-B--D-BA--dD-a-cbd---AA-:0:0:1:31:0:0:0:0:10",
  looks: LOOKS,
  dieSides: 6,
  canFlip: true,
  draw,
  steps: () => [],
  paths: (move, position) => everyOne(checkerPaths(move).map((way) => withStops(way, position))).flatMap((ways) => orders(ways.map((way) => way.map(spotName)))),
  next: (position, move) => afterPlay(position, checkerPaths(move)),
  partway: (position, path, move) => afterPlay(position, checkerPathsIn(path, move, position)),
  /** In the numbers of the side to move by then, which is the other one. */
  touched(move, after) {
    const mine = parsePosition(after).turn === null;
    return mine ? [] : [...new Set(checkerPaths(move).flat())].filter((point) => point !== BAR && point !== OFF).map((point) => spotName(25 - point));
  },
  plays: playsOf,
  tallies(position) {
    const { checkers, points, length } = parsePosition(position);
    return checkers.map((own, seat) => ({
      ...(length > 0 ? { score: points[seat] ?? 0, of: length } : {}),
      pips: own.reduce((sum, count, point) => sum + count * point, 0),
    }));
  },
};
