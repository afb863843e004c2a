/** The star of Chinese checkers with its 121 cells, and the text of positions. Pure. */

/** The number of cells in rows a to q, from seat 0's tip. */
export const ROW_LENGTHS = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1];
const ROW_NAMES = "abcdefghijklmnopq";
const MIDDLE_ROW = 8;
/** The number of cells along one side of a point of the star. */
const POINT = 4;

/** Cube coordinates from the centre: x increases to seat 0's right, z away from seat 0, and x + y + z = 0. */
interface Cube {
  x: number;
  y: number;
  z: number;
}

export interface Cell extends Cube {
  name: string;
}

/** The cells of each row, from the left as seen by seat 0. */
export const ROWS: Cell[][] = ROW_LENGTHS.map((length, row) =>
  Array.from({ length }, (_, index) => {
    const [z, column] = [row - MIDDLE_ROW, 2 * index - length + 1];
    const x = (column - z) / 2;
    return { name: `${ROW_NAMES[row]}${index + 1}`, x, y: -x - z, z };
  }),
);
export const CELLS: Cell[] = ROWS.flat();

/** The point of the star that a cell belongs to, clockwise from seat 0's; -1: the hexagon in the middle. */
export function pointOf({ x, y, z }: Cube): number {
  return [z < -POINT, y > POINT, x < -POINT, z > POINT, y < -POINT, x > POINT].indexOf(true);
}

/** The points at which the seats start, by number of seats. */
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

/** The place of a cell, with the point `below` at the bottom, relative to the centre in units of neighbour distances. */
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
  /** The seats that have finished, first to last. */
  finished: number[];
}

function seatsIn(word = "-"): number[] {
  return word === "-" ? [] : [...word].map(Number);
}

/** Parses `A/AA/…/B 0 12 - -`: rows, seat to move, plies, the seats that have finished, and those that have left. */
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

/** The text with one peg moved; the other fields remain. */
export function withPegMoved(position: string, from: string, to: string): string {
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
