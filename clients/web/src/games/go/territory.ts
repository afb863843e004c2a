/** Area scoring: the owners of all points. Pure. */

import type { Settings } from "../../protocol";
import { connected, neighbours } from "./chains";
import type { Position, Side } from "./position";

/**
 * The owner of each point, after removing dead stones: the owner of its stone, or of the only stones that its empty region
 * touches; null: none.
 */
export function owners({ size, stones, marking }: Pick<Position, "size" | "stones" | "marking">): (Side | null)[] {
  const dead = new Set(marking?.dead);
  const alive = stones.map((stone, index) => (dead.has(index) ? null : stone));
  const owner = [...alive];
  const seen = new Set<number>();
  alive.forEach((stone, index) => {
    if (stone !== null || seen.has(index)) return;
    const region = connected({ size, stones: alive }, index);
    const touched = new Set(region.flatMap((point) => neighbours(point, size).flatMap((near) => alive[near] ?? [])));
    const [only, other] = touched;
    for (const point of region) {
      seen.add(point);
      owner[point] = other === undefined ? (only ?? null) : null;
    }
  });
  return owner;
}

/** The points of black and of white, without komi. */
export function areas(position: Pick<Position, "size" | "stones" | "marking">): [number, number] {
  const all = owners(position);
  return [all.filter((owner) => owner === 0).length, all.filter((owner) => owner === 1).length];
}

/** The compensation of white for moving second: the setting, or the usual one. */
export function komiOf(size: number, { komi = "auto", handicap = 0 }: Settings): number {
  if (komi !== "auto") return Number(komi);
  if (Number(handicap) > 0) return 0.5;
  return size === 9 ? 7 : 7.5;
}

/** The lead of black in points; negative: white leads. */
export function leadOf(position: Position, settings: Settings): number {
  const [black, white] = areas(position);
  return black - white - komiOf(position.size, settings);
}
