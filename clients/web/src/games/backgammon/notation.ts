/**
 * Backgammon's notations: a position is an XGID,
 * `XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10` (docs/reference/games.md), a move is a play
 * like `13/7 8/7*`, `bar/20`, `6/off(2)`, numbered from the side that makes it. Pure.
 */

export const BAR = 25;
export const OFF = 0;
const CHECKERS = 15;

/** The points that a checker touches, numbered from its own side. */
export type CheckerPath = number[];

/** Checkers by point, numbered from their own side: index 25 is the bar, 0 is off. */
export interface Position {
  checkers: [number[], number[]];
  /** The value of the cube, and its owner; null: in the middle. */
  cube: number;
  owner: number | null;
  /** The seat to move; null before the opening throw. */
  turn: number | null;
  dice: string;
  points: [number, number];
  crawford: boolean;
  /** Whether gammons of a single game count once before the first double. */
  jacoby: boolean;
  length: number;
}

function seatOf(sign: string | undefined): number | null {
  return sign === "1" ? 0 : sign === "-1" ? 1 : null;
}

export function parsePosition(position: string): Position {
  const [signs = "", cube, owner, turn, dice = "00", first, second, crawford, length] = position.replace(/^XGID=/, "").split(":");
  const checkers: [number[], number[]] = [new Array<number>(26).fill(0), new Array<number>(26).fill(0)];
  [...signs].forEach((sign, point) => {
    if (/[A-O]/.test(sign)) checkers[0][point] = sign.charCodeAt(0) - 64;
    if (/[a-o]/.test(sign)) checkers[1][25 - point] = sign.charCodeAt(0) - 96;
  });
  for (const side of checkers) side[OFF] = CHECKERS - side.reduce((sum, count) => sum + count, 0);
  return {
    checkers,
    cube: 2 ** Number(cube),
    owner: seatOf(owner),
    turn: seatOf(turn),
    dice,
    points: [Number(first), Number(second)],
    // Without a match, the field says whether Jacoby's rule and beavers are played.
    crawford: crawford === "1" && length !== "0",
    jacoby: (crawford === "1" || crawford === "3") && length === "0",
    length: Number(length),
  };
}

/** The first field of an XGID: the checkers. */
function checkersField(checkers: readonly [number[], number[]]): string {
  return Array.from({ length: 26 }, (_, point) => {
    const [ours, theirs] = [point === OFF ? 0 : (checkers[0][point] ?? 0), point === BAR ? 0 : (checkers[1][25 - point] ?? 0)];
    return ours > 0 ? String.fromCharCode(64 + ours) : theirs > 0 ? String.fromCharCode(96 + theirs) : "-";
  }).join("");
}

function pointOf(name: string): number {
  return name === "bar" ? BAR : name === "off" ? OFF : Number(name);
}

/** The paths of a play, one for each checker; none for a pass and for cube actions. */
export function checkerPaths(move: string): CheckerPath[] {
  if (!/^(bar|\d+)\//.test(move)) return [];
  return move.split(" ").flatMap((part) => {
    const [, path = "", times = "1"] = /^([^(]*)(?:\((\d)\))?$/.exec(part) ?? [];
    const points = path.split("/").map((point) => pointOf(point.replace("*", "")));
    return Array.from({ length: Number(times) }, () => points);
  });
}

/** Splits a text into moves: plays, which contain spaces, and words such as `roll`. */
export function splitPlays(line: string): string[] {
  return [...line.matchAll(/\S+\/\S+(?: \S+\/\S+)*|\S+/g)].map(([play]) => play);
}

/** The position after the side to move has played these paths; all other fields remain. */
export function afterPlay(position: string, paths: readonly CheckerPath[]): string {
  const { checkers, turn } = parsePosition(position);
  const mover = turn ?? 0;
  const [own, other] = [checkers[mover] ?? [], checkers[1 - mover] ?? []];
  for (const path of paths)
    path.slice(1).forEach((to, index) => {
      const from = path[index] ?? 0;
      own[from] = (own[from] ?? 0) - 1;
      own[to] = (own[to] ?? 0) + 1;
      if (to !== OFF && other[25 - to] === 1) {
        other[25 - to] = 0;
        other[BAR] = (other[BAR] ?? 0) + 1;
      }
    });
  return position.replace(/^(XGID=)?[^:]*/, `XGID=${checkersField(checkers)}`);
}

/** The name of a point's spot. */
export function spotName(point: number): string {
  return point === BAR ? "bar" : point === OFF ? "off" : String(point);
}
