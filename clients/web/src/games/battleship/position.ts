/**
 * The text of a position: the grids of seats 0 and 1, with 100 cells each, by rows from A1; then the seat to move. `.` is
 * water, `o` a miss, `a` to `e` are ships, with capitals for hit cells. On a grid that the viewer cannot see, `?` is a cell
 * that was not shot at, `x` a hit on a ship that is still afloat, and capitals are sunk ships.
 */

export const WIDTH = 10;
const CELLS = WIDTH * WIDTH;
const COLUMNS = "ABCDEFGHIJ";
/** The lengths of the ships `a` to `e`, in the order of their placement. */
export const LENGTHS = [5, 4, 3, 3, 2] as const;

export interface Position {
  /** The cells of each seat's grid. */
  grids: [string, string];
  turn: number;
  /** Whether the seat to move is arranging its fleet; the page adds a word for this to the text. */
  isArranging: boolean;
}

/** The word for `isArranging`. */
export const ARRANGING = "arranging";

export function parsePosition(text: string): Position {
  const [both = "", turn, more] = text.split(" ");
  return { grids: [both.slice(0, CELLS), both.slice(CELLS + 1)], turn: Number(turn), isArranging: more === ARRANGING };
}

/** `E5` for 44. */
export function cellName(index: number): string {
  return `${COLUMNS[index % WIDTH]}${Math.floor(index / WIDTH) + 1}`;
}

export function cellIndex(name: string): number {
  return COLUMNS.indexOf(name[0] ?? "") + WIDTH * (Number(name.slice(1)) - 1);
}

/** Whether the viewer can see the fleet on a grid. */
export function isVisible(grid: string): boolean {
  return !grid.includes("?") && !grid.includes("x");
}

/** The number of ships on a visible grid. */
export function shipCount(grid: string): number {
  return [..."abcde"].filter((ship) => grid.toLowerCase().includes(ship)).length;
}

/** Whether all cells of a ship, by its index, are hit. */
export function isSunk(grid: string, ship: number): boolean {
  const sign = "ABCDE"[ship] ?? "";
  return grid.includes(sign) && !grid.includes(sign.toLowerCase());
}

/** The length of the ship with this sign; 0: not a ship. */
export function shipLength(sign: string): number {
  return LENGTHS["abcde".indexOf(sign.toLowerCase())] ?? 0;
}

/** The sides on which the ship on a cell continues, such as `lr` or `t`; empty: unknown. */
export function segmentOf(grid: string, index: number): string {
  const ship = grid[index]?.toLowerCase();
  const same = (cell: number, sameRow: boolean): boolean => grid[cell]?.toLowerCase() === ship && (!sameRow || Math.floor(cell / WIDTH) === Math.floor(index / WIDTH));
  const sides = [same(index - 1, true) ? "l" : "", same(index + 1, true) ? "r" : "", same(index - WIDTH, false) ? "t" : "", same(index + WIDTH, false) ? "b" : ""];
  return sides.join("");
}
