/** Laying out a fleet, before it is sent ship by ship. A ship is written as its move: `A1h5`. Pure. */

import { LENGTHS, WIDTH, cellIndex, cellName } from "./waters";

/** Cells in order from the left or the top. */
export function shipCells(move: string): number[] {
  const [, cell = "", way, length = "0"] = /^([A-J]\d+)([hv])(\d)$/.exec(move) ?? [];
  const first = cellIndex(cell);
  return Array.from({ length: Number(length) }, (_, at) => first + at * (way === "v" ? WIDTH : 1));
}

function shipMove(first: number, way: string, length: number): string {
  return `${cellName(first)}${way}${length}`;
}

function isOnBoard(first: number, way: string, length: number): boolean {
  const [column, row] = [first % WIDTH, Math.floor(first / WIDTH)];
  const [right, bottom] = way === "h" ? [column + length, row + 1] : [column + 1, row + length];
  return first >= 0 && right <= WIDTH && bottom <= WIDTH;
}

/** The cells that no other ship may use: the ship's own and, if ships must not touch, those around it. */
function blockedCells(move: string, apart: boolean): Set<number> {
  const cells = shipCells(move);
  if (!apart) return new Set(cells);
  return new Set(cells.flatMap((cell) => [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => ({ x: (cell % WIDTH) + dx, y: Math.floor(cell / WIDTH) + dy })).filter(({ x, y }) => x >= 0 && y >= 0 && x < WIDTH && y < WIDTH).map(({ x, y }) => WIDTH * y + x))));
}

/** Whether the ship may lie there beside the others. */
function fits(move: string, others: readonly string[], apart: boolean): boolean {
  const cells = shipCells(move);
  return others.every((other) => {
    const taken = blockedCells(other, apart);
    return cells.every((cell) => !taken.has(cell));
  });
}

function without(fleet: readonly string[], ship: number): string[] {
  return fleet.filter((_, at) => at !== ship);
}

/** The index of the ship on a cell; -1: none. */
export function shipOn(fleet: readonly string[], cell: number): number {
  return fleet.findIndex((move) => shipCells(move).includes(cell));
}

/** The ship moved so that the part of it on `from` comes to `to`; undefined: it cannot lie there. */
export function movedShip(fleet: readonly string[], ship: number, from: number, to: number, apart: boolean): string | undefined {
  const move = fleet[ship] ?? "";
  const [way, at] = [move.at(-2) ?? "h", shipCells(move).indexOf(from)];
  const [before, length] = [at * (way === "v" ? WIDTH : 1), Number(move.at(-1))];
  const first = to - before;
  if (way === "h" && Math.floor(first / WIDTH) !== Math.floor(to / WIDTH)) return undefined;
  if (!isOnBoard(first, way, length)) return undefined;
  const moved = shipMove(first, way, length);
  return fits(moved, without(fleet, ship), apart) ? moved : undefined;
}

/** The ship turned about its part on `about`, shifted along if it would not fit; undefined: it cannot be turned there. */
export function turnedShip(fleet: readonly string[], ship: number, about: number, apart: boolean): string | undefined {
  const move = fleet[ship] ?? "";
  const [way, length, at] = [move.at(-2) === "h" ? "v" : "h", Number(move.at(-1)), shipCells(move).indexOf(about)];
  const step = way === "v" ? WIDTH : 1;
  const shifts = Array.from({ length }, (_, shift) => shift).sort((a, b) => Math.abs(a - at) - Math.abs(b - at));
  for (const shift of shifts) {
    const first = about - shift * step;
    if (way === "h" && Math.floor(first / WIDTH) !== Math.floor(about / WIDTH)) continue;
    if (!isOnBoard(first, way, length)) continue;
    const turned = shipMove(first, way, length);
    if (fits(turned, without(fleet, ship), apart)) return turned;
  }
  return undefined;
}

/** A random fleet, each as likely; the ships that lie already stay. `random` gives numbers in [0, 1). */
export function randomFleet(fixed: readonly string[], apart: boolean, random: () => number): string[] {
  for (;;) {
    const fleet = [...fixed];
    for (const length of LENGTHS.slice(fixed.length)) {
      const move = randomShip(length, random);
      if (fits(move, fleet, apart)) fleet.push(move);
      else break;
    }
    if (fleet.length === LENGTHS.length) return fleet;
  }
}

function randomShip(length: number, random: () => number): string {
  const way = random() < 0.5 ? "h" : "v";
  const [along, across] = [Math.floor(random() * (WIDTH + 1 - length)), Math.floor(random() * WIDTH)];
  return shipMove(way === "h" ? WIDTH * across + along : WIDTH * along + across, way, length);
}

/** The ships that lie in waters which the viewer sees, as their moves. */
export function fleetIn(waters: string): string[] {
  return [..."abcde"].flatMap((ship, index) => {
    const lower = waters.toLowerCase();
    const first = lower.indexOf(ship);
    if (first < 0) return [];
    const way = lower[first + 1] === ship && first % WIDTH < WIDTH - 1 ? "h" : "v";
    return [shipMove(first, way, LENGTHS[index] ?? 0)];
  });
}

/** The same waters with these ships in them. */
export function withFleet(waters: string, fleet: readonly string[]): string {
  const signs = [...waters].map((sign) => (/[a-e]/.test(sign) ? "." : sign));
  fleet.forEach((move, ship) => shipCells(move).forEach((cell) => (signs[cell] = "abcde"[ship] ?? ".")));
  return signs.join("");
}
