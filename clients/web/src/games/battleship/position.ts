/**
 * The text of a position: the waters of seat 0 and of seat 1, 100 cells each from A1 row by row, and the seat to move.
 * `.` water, `o` a miss, `a` to `e` ships, capitals where they are hit; of waters that the viewer does not see `?` for
 * cells that were not shot at, `x` for hits on ships afloat, capitals for sunk ships.
 */

export const WIDTH = 10;
const CELLS = WIDTH * WIDTH;
const COLUMNS = "ABCDEFGHIJ";
/** Cells of the ships, in the order in which they are laid out: `a` to `e`. */
export const LENGTHS = [5, 4, 3, 3, 2] as const;

export interface Position {
  /** The cells of each seat's grid. */
  grids: [string, string];
  turn: number;
  /** Whether the fleet of the seat to move is being arranged on the page: a word that the page adds to the text. */
  isArranged: boolean;
}

export const ARRANGED = "arranged";

export function parsePosition(text: string): Position {
  const [both = "", turn, more] = text.split(" ");
  return { grids: [both.slice(0, CELLS), both.slice(CELLS + 1)], turn: Number(turn), isArranged: more === ARRANGED };
}

/** `E5` for 44. */
export function cellName(index: number): string {
  return `${COLUMNS[index % WIDTH]}${Math.floor(index / WIDTH) + 1}`;
}

export function cellIndex(name: string): number {
  return COLUMNS.indexOf(name[0] ?? "") + WIDTH * (Number(name.slice(1)) - 1);
}

/** Whether these are the waters of a fleet that the viewer sees. */
export function isSeen(grid: string): boolean {
  return !grid.includes("?") && !grid.includes("x");
}

/** How many ships lie in waters that the viewer sees. */
export function shipCount(grid: string): number {
  return [..."abcde"].filter((ship) => grid.toLowerCase().includes(ship)).length;
}

/** Whether this ship, by its index, is hit everywhere. */
export function isSunk(grid: string, ship: number): boolean {
  const sign = "ABCDE"[ship] ?? "";
  return grid.includes(sign) && !grid.includes(sign.toLowerCase());
}

/** The cells of the ship to which a sign belongs; 0: it is none's. */
export function shipLength(sign: string): number {
  return LENGTHS["abcde".indexOf(sign.toLowerCase())] ?? 0;
}

/** Of what a segment of a ship is part: where it goes on, as `lr`, `t`; empty: unknown. */
export function segmentOf(grid: string, index: number): string {
  const ship = grid[index]?.toLowerCase();
  const same = (cell: number, sameRow: boolean): boolean => grid[cell]?.toLowerCase() === ship && (!sameRow || Math.floor(cell / WIDTH) === Math.floor(index / WIDTH));
  const sides = [same(index - 1, true) ? "l" : "", same(index + 1, true) ? "r" : "", same(index - WIDTH, false) ? "t" : "", same(index + WIDTH, false) ? "b" : ""];
  return sides.join("");
}
