/** Arranging a fleet before its ships are sent one by one. A ship is written as its move: `A1h5`. Pure. */

import { LENGTHS, WIDTH, cellIndex, cellName } from "./position";

/** The cells of a ship, from the left or the top. */
export function shipCells(move: string): number[] {
  const [, cell = "", orientation, length = "0"] = /^([A-J]\d+)([hv])(\d)$/.exec(move) ?? [];
  const first = cellIndex(cell);
  return Array.from({ length: Number(length) }, (_, segment) => first + segment * (orientation === "v" ? WIDTH : 1));
}

function shipMove(first: number, orientation: string, length: number): string {
  return `${cellName(first)}${orientation}${length}`;
}

function isOnBoard(first: number, orientation: string, length: number): boolean {
  const [column, row] = [first % WIDTH, Math.floor(first / WIDTH)];
  const [right, bottom] = orientation === "h" ? [column + length, row + 1] : [column + 1, row + length];
  return first >= 0 && right <= WIDTH && bottom <= WIDTH;
}

/** The cells that a ship blocks: its own and, with `noTouching`, those around it. */
function blockedCells(move: string, noTouching: boolean): Set<number> {
  const cells = shipCells(move);
  if (!noTouching) return new Set(cells);
  return new Set(cells.flatMap((cell) => [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => ({ x: (cell % WIDTH) + dx, y: Math.floor(cell / WIDTH) + dy })).filter(({ x, y }) => x >= 0 && y >= 0 && x < WIDTH && y < WIDTH).map(({ x, y }) => WIDTH * y + x))));
}

/** Whether the ship is compatible with the others. */
function fits(move: string, others: readonly string[], noTouching: boolean): boolean {
  const cells = shipCells(move);
  return others.every((other) => {
    const taken = blockedCells(other, noTouching);
    return cells.every((cell) => !taken.has(cell));
  });
}

function without(fleet: readonly string[], ship: number): string[] {
  return fleet.filter((_, index) => index !== ship);
}

/** The index of the ship on a cell; -1: none. */
export function shipOn(fleet: readonly string[], cell: number): number {
  return fleet.findIndex((move) => shipCells(move).includes(cell));
}

/** The ship moved so that its segment on `from` is on `to`; undefined: it does not fit there. */
export function movedShip(fleet: readonly string[], ship: number, from: number, to: number, noTouching: boolean): string | undefined {
  const move = fleet[ship] ?? "";
  const [orientation, segment] = [move.at(-2) ?? "h", shipCells(move).indexOf(from)];
  const [offset, length] = [segment * (orientation === "v" ? WIDTH : 1), Number(move.at(-1))];
  const first = to - offset;
  if (orientation === "h" && Math.floor(first / WIDTH) !== Math.floor(to / WIDTH)) return undefined;
  if (!isOnBoard(first, orientation, length)) return undefined;
  const moved = shipMove(first, orientation, length);
  return fits(moved, without(fleet, ship), noTouching) ? moved : undefined;
}

/** The ship rotated around its segment on `anchor`, and shifted if necessary; undefined: it does not fit. */
export function rotatedShip(fleet: readonly string[], ship: number, anchor: number, noTouching: boolean): string | undefined {
  const move = fleet[ship] ?? "";
  const [orientation, length, segment] = [move.at(-2) === "h" ? "v" : "h", Number(move.at(-1)), shipCells(move).indexOf(anchor)];
  const step = orientation === "v" ? WIDTH : 1;
  const shifts = Array.from({ length }, (_, shift) => shift).sort((a, b) => Math.abs(a - segment) - Math.abs(b - segment));
  for (const shift of shifts) {
    const first = anchor - shift * step;
    if (orientation === "h" && Math.floor(first / WIDTH) !== Math.floor(anchor / WIDTH)) continue;
    if (!isOnBoard(first, orientation, length)) continue;
    const turned = shipMove(first, orientation, length);
    if (fits(turned, without(fleet, ship), noTouching)) return turned;
  }
  return undefined;
}

/** A uniformly random fleet that includes the `fixed` ships. `random` returns numbers in [0, 1). */
export function randomFleet(fixed: readonly string[], noTouching: boolean, random: () => number): string[] {
  for (;;) {
    const fleet = [...fixed];
    for (const length of LENGTHS.slice(fixed.length)) {
      const move = randomShip(length, random);
      if (fits(move, fleet, noTouching)) fleet.push(move);
      else break;
    }
    if (fleet.length === LENGTHS.length) return fleet;
  }
}

function randomShip(length: number, random: () => number): string {
  const orientation = random() < 0.5 ? "h" : "v";
  const [along, across] = [Math.floor(random() * (WIDTH + 1 - length)), Math.floor(random() * WIDTH)];
  return shipMove(orientation === "h" ? WIDTH * across + along : WIDTH * along + across, orientation, length);
}

/** The ships on a visible grid, as their moves. */
export function fleetIn(grid: string): string[] {
  return [..."abcde"].flatMap((ship, index) => {
    const lower = grid.toLowerCase();
    const first = lower.indexOf(ship);
    if (first < 0) return [];
    const orientation = lower[first + 1] === ship && first % WIDTH < WIDTH - 1 ? "h" : "v";
    return [shipMove(first, orientation, LENGTHS[index] ?? 0)];
  });
}

/** The grid with these ships. */
export function withFleet(grid: string, fleet: readonly string[]): string {
  const signs = [...grid].map((sign) => (/[a-e]/.test(sign) ? "." : sign));
  fleet.forEach((move, ship) => shipCells(move).forEach((cell) => (signs[cell] = "abcde"[ship] ?? ".")));
  return signs.join("");
}
