/**
 * Backgammon's board: 24 points, the bar in the middle, the tray with the checkers borne off at the right,
 * the doubling cube, once it is turned, at the left.
 *
 * Spots have the numbers of the side to move, as its plays do. The viewer's home is at the bottom right; a
 * spectator sees the board as white does. The spot of a point is that of its outermost checker; the
 * others are only drawn.
 */

import type { Cube, Drawing, Face, Look, Piece, Spot, StackedPiece } from "../../boards/model";
import { BAR, OFF, type Position, parsePosition, afterPlay, splitPlays, spotName, checkerPaths, checkerPathsIn, withStops } from "./notation";

const LOOKS: Look[] = ["white", "black"];
const [LEFT, TOP, POINT_WIDTH, POINT_HEIGHT] = [14, 5, 10, 47];
const MIDDLE = TOP + POINT_HEIGHT + 5;
const HEIGHT = 2 * MIDDLE;
const HALF = 4.4;
const BAR_X = LEFT + 6 * POINT_WIDTH + POINT_WIDTH / 2;
const TRAY_X = LEFT + 13 * POINT_WIDTH + 7;
const WIDTH = TRAY_X + 8;
/** The most checkers drawn on a point; of more the number is shown. */
const MAX_DRAWN_CHECKERS = 5;

/** The middle of a point's column, by the viewer's count. */
function columnX(point: number): number {
  const fromRight = point <= 12 ? point - 1 : 24 - point;
  return LEFT + (fromRight < 6 ? 12 - fromRight : 11 - fromRight) * POINT_WIDTH + POINT_WIDTH / 2;
}

/** The centre of the n-th checker (from 0) on a point, the bar or the tray; `mine`: the viewer's. */
function checkerCentre(point: number, n: number, mine: boolean): { x: number; y: number } {
  const high = Math.min(n, MAX_DRAWN_CHECKERS - 1);
  if (point === BAR) return { x: BAR_X, y: mine ? MIDDLE + 8 + high * 8.9 : MIDDLE - 8 - high * 8.9 };
  if (point === OFF) return { x: TRAY_X, y: mine ? HEIGHT - TOP - HALF - high * 8.9 : TOP + HALF + high * 8.9 };
  const seen = mine ? point : 25 - point;
  return { x: columnX(seen), y: seen <= 12 ? HEIGHT - TOP - HALF - high * 8.9 : TOP + HALF + high * 8.9 };
}

/** The checkers of one stack, the outermost last. */
function stack(point: number, count: number, seat: number, view: number): StackedPiece[] {
  const look = LOOKS[seat] ?? "white";
  return Array.from({ length: Math.min(count, MAX_DRAWN_CHECKERS) }, (_, n) => {
    const more = n === MAX_DRAWN_CHECKERS - 1 && count > MAX_DRAWN_CHECKERS ? String(count) : "";
    return { ...checkerCentre(point, n, seat === view), look, text: more };
  });
}

function triangles(odd: boolean): string {
  return Array.from({ length: 24 }, (_, index) => index + 1)
    .filter((point) => (point % 2 === 1) === odd)
    .map((point) => {
      const x = columnX(point) - POINT_WIDTH / 2;
      const [foot, tip] = point <= 12 ? [HEIGHT - TOP, HEIGHT - TOP - 40] : [TOP, TOP + 40];
      return `M${x} ${foot}h${POINT_WIDTH}L${x + POINT_WIDTH / 2} ${tip}Z`;
    })
    .join("");
}

function outlines(): string {
  const table = `M${LEFT} ${TOP}H${LEFT + 13 * POINT_WIDTH}V${HEIGHT - TOP}H${LEFT}Z`;
  const bar = `M${LEFT + 6 * POINT_WIDTH} ${TOP}V${HEIGHT - TOP}M${LEFT + 7 * POINT_WIDTH} ${TOP}V${HEIGHT - TOP}`;
  return `${table}${bar}M${LEFT + 13 * POINT_WIDTH + 2} ${TOP}H${WIDTH - 3}V${HEIGHT - TOP}H${LEFT + 13 * POINT_WIDTH + 2}Z${triangles(false)}`;
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
    strokes: outlines(),
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

/** The cartesian product of lists. */
function cartesianProduct<T>(choices: readonly (readonly T[])[]): T[][] {
  return choices.reduce<T[][]>((products, list) => products.flatMap((product) => list.map((item) => [...product, item])), [[]]);
}

/** The permutations of these paths, each once. */
function permutations(paths: readonly string[][]): string[][][] {
  if (paths.length === 0) return [[]];
  const first = new Map(paths.map((path, index) => [path.join("/"), index]));
  return [...first.values()].flatMap((index) => {
    const rest = paths.filter((_, other) => other !== index);
    return permutations(rest).map((order) => [paths[index] ?? [], ...order]);
  });
}

export const face: Face = {
  sample: "XGID=-a-B--D-BA--dD-a-cbd---AA-:0:0:1:31:0:0:0:0:10",
  looks: LOOKS,
  dieSides: 6,
  canFlip: true,
  draw,
  moveSpots: () => [],
  paths: (move, position) => cartesianProduct(checkerPaths(move).map((path) => withStops(path, position))).flatMap((choice) => permutations(choice.map((path) => path.map(spotName)))),
  positionAfter: (position, move) => afterPlay(position, checkerPaths(move)),
  partialPosition: (position, path, move) => afterPlay(position, checkerPathsIn(path, move, position)),
  /** In the numbers of the other side, which is to move after it. */
  lastMoveSpots(move, after) {
    const mine = parsePosition(after).turn === null;
    return mine ? [] : [...new Set(checkerPaths(move).flat())].filter((point) => point !== BAR && point !== OFF).map((point) => spotName(25 - point));
  },
  splitMoves: splitPlays,
  tallies(position) {
    const { checkers, points, length } = parsePosition(position);
    return checkers.map((own, seat) => ({
      ...(length > 0 ? { score: points[seat] ?? 0, target: length } : {}),
      pips: own.reduce((sum, count, point) => sum + count * point, 0),
    }));
  },
};
