/** Chains of stones and regions of empty points. Pure. */

import type { Position, Side } from "./position";

type Board = Pick<Position, "size" | "stones">;

export function neighbours(index: number, size: number): number[] {
  const column = index % size;
  const near = [index - size, index + size];
  if (column > 0) near.push(index - 1);
  if (column < size - 1) near.push(index + 1);
  return near.filter((point) => point >= 0 && point < size * size);
}

/** The chain of stones, or the region of empty points, that contains a point. */
export function connected({ size, stones }: Board, index: number): number[] {
  const found = new Set([index]);
  for (const point of found) for (const near of neighbours(point, size)) if (stones[near] === stones[index]) found.add(near);
  return [...found];
}

function hasLiberty({ size, stones }: Board, chain: readonly number[]): boolean {
  return chain.some((point) => neighbours(point, size).some((near) => stones[near] === null));
}

/** The stones that a stone placed on a point would capture. */
export function capturedBy(board: Board, index: number, side: Side): number[] {
  const stones = board.stones.with(index, side);
  const after = { size: board.size, stones };
  const chains = neighbours(index, board.size).filter((near) => stones[near] === 1 - side).map((near) => connected(after, near));
  return [...new Set(chains.filter((chain) => !hasLiberty(after, chain)).flat())];
}
