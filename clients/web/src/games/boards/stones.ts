/** Stones and their marks as few SVG paths, because a 19×19 board has hundreds of stones. Pure. */

import type { Drawing, Spot } from "./model";

/** Circles around the centres of spots. */
export function circles(spots: readonly Spot[], radius: number): string {
  return spots.map(({ x, y }) => `M${round(x - radius)} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`).join("");
}

/** Squares with sides of twice `half`. */
export function squares(spots: readonly Spot[], half: number): string {
  return spots.map(({ x, y }) => `M${round(x - half)} ${round(y - half)}h${2 * half}v${2 * half}h${-2 * half}z`).join("");
}

/** Diagonal crosses. */
export function crosses(spots: readonly Spot[], half: number): string {
  return spots.map(({ x, y }) => `M${round(x - half)} ${round(y - half)}l${2 * half} ${2 * half}m0 ${-2 * half}l${-2 * half} ${2 * half}`).join("");
}

/** The stones of a drawing by colour; those marked as dead are separate. */
export interface StoneGroups {
  black: Spot[];
  white: Spot[];
  deadBlack: Spot[];
  deadWhite: Spot[];
}

export function stoneGroups({ pieces, deadSpots = [] }: Drawing, spots: ReadonlyMap<string, Spot>): StoneGroups {
  const dead = new Set(deadSpots);
  const groups: StoneGroups = { black: [], white: [], deadBlack: [], deadWhite: [] };
  for (const { spot: id, look } of pieces) {
    const spot = spots.get(id);
    const [alive, deadStones] = look === "white" ? [groups.white, groups.deadWhite] : [groups.black, groups.deadBlack];
    if (spot) (dead.has(id) ? deadStones : alive).push(spot);
  }
  return groups;
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}
