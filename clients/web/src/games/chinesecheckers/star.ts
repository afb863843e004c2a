/** The star of Chinese checkers: 121 cells, and positions as the server writes them. Pure. */

/** The cells of each row, a to q from seat 0's tip. */
export const ROW_LENGTHS = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1];
const ROW_NAMES = "abcdefghijklmnopq";
const MIDDLE_ROW = 8;
/** Cells along one side of a point. */
const POINT = 4;

/** Cube coordinates from the middle: x grows to seat 0's right, z away from seat 0, and x + y + z = 0. */
interface Cube {
  x: number;
  y: number;
  z: number;
}

export interface Cell extends Cube {
  name: string;
}

/** The cells of each row, from the left as seat 0 looks. */
export const ROWS: Cell[][] = ROW_LENGTHS.map((length, row) =>
  Array.from({ length }, (_, index) => {
    const [z, column] = [row - MIDDLE_ROW, 2 * index - length + 1];
    const x = (column - z) / 2;
    return { name: `${ROW_NAMES[row]}${index + 1}`, x, y: -x - z, z };
  }),
);
export const CELLS: Cell[] = ROWS.flat();

/** At which of the six points, clockwise from seat 0's, a cell is; -1: in the middle. */
export function pointOf({ x, y, z }: Cube): number {
  return [z < -POINT, y > POINT, x < -POINT, z > POINT, y < -POINT, x > POINT].indexOf(true);
}

/** The points at which the seats start: three take every second, four leave two opposite ones free. */
const HOMES: Readonly<Record<number, readonly number[]>> = { 2: [0, 3], 3: [0, 2, 4], 4: [0, 1, 3, 4], 6: [0, 1, 2, 3, 4, 5] };

export function homeOf(seats: number, seat: number): number {
  return HOMES[seats]?.[seat] ?? 0;
}

/** The names of the cells of a point. */
export function cellsAt(point: number): string[] {
  return CELLS.filter((cell) => pointOf(cell) === point).map(({ name }) => name);
}

export function goalOf(seats: number, seat: number): string[] {
  return cellsAt((homeOf(seats, seat) + 3) % 6);
}

/** The place of a cell with this point below, in distances of neighbours from the middle: right and down. */
export function placeOf({ x, y, z }: Cube, below: number): { right: number; down: number } {
  let cube = { x, y, z };
  for (let turn = 0; turn < below; turn++) cube = { x: -cube.z, y: -cube.x, z: -cube.y };
  return { right: (cube.x - cube.y) / 2, down: (-cube.z * Math.sqrt(3)) / 2 };
}

export interface Position {
  /** The seat of the peg on a cell. */
  pegs: ReadonlyMap<string, number>;
  seats: number;
  turn: number;
  plies: number;
  /** First to last. */
  finished: number[];
}

function seatsIn(word = "-"): number[] {
  return word === "-" ? [] : [...word].map(Number);
}

/** Reads `A/AA/…/B 0 12 - -`: rows, seat to move, plies, the seats that have finished, and that have left, which have no pegs. */
export function parse(position: string): Position {
  const [rows = "", turn = "0", plies = "0", finished, left] = position.split(" ");
  const owners = rows.split("/").flatMap((row) => [...row.matchAll(/[A-F]|\d+/g)].flatMap(([sign]) => ownersOf(sign)));
  const pegs = new Map(CELLS.flatMap(({ name }, index) => (owners[index] === undefined ? [] : [[name, owners[index]] as const])));
  const seats = 1 + Math.max(0, ...pegs.values(), ...seatsIn(left));
  return { pegs, seats, turn: Number(turn), plies: Number(plies), finished: seatsIn(finished) };
}

function ownersOf(sign: string): (number | undefined)[] {
  const seat = "ABCDEF".indexOf(sign);
  return seat >= 0 ? [seat] : Array.from({ length: Number(sign) }, () => undefined);
}

/** The text with a peg moved; the rest stays. */
export function moved(position: string, from: string, to: string): string {
  const [, ...rest] = position.split(" ");
  const pegs = new Map(parse(position).pegs);
  const seat = pegs.get(from);
  if (seat === undefined) return position;
  pegs.delete(from);
  pegs.set(to, seat);
  return [rowsOf(pegs), ...rest].join(" ");
}

function rowsOf(pegs: ReadonlyMap<string, number>): string {
  const rows = ROW_LENGTHS.map((length, row) => Array.from({ length }, (_, index) => "ABCDEF"[pegs.get(`${ROW_NAMES[row]}${index + 1}`) ?? -1] ?? "."));
  return rows.map((row) => row.join("").replace(/\.+/g, (empty) => String(empty.length))).join("/");
}
