/**
 * Grundy's game: `20,7 0`, the heaps, largest first, then the seat to move; moves `20>13+7`. A heap is drawn as rows of ten
 * numbered counters; a click on a counter splits the heap after it. Heaps of 1 and 2, which cannot be split, are only counted.
 */

import { type Drawing, type GameView, HALF, type Label, type Spot } from "../boards/model";
import { afterSplit, heapsOf, moveAt, splitOf } from "./heaps";
import { explain } from "./texts";

const COLUMNS = 10;
const MARGIN = 3;
const GAP = 6;
/** The height of the line that counts the heaps of 1 and 2. */
const SMALL_HEIGHT = 9;
/** The size of the smallest heap that can be split. */
const SPLITTABLE = 3;

/** A heap and its upper left corner. */
interface Block {
  size: number;
  x: number;
  y: number;
}

/** A row of heaps; `used`: the width that they fill so far. */
interface Shelf {
  y: number;
  height: number;
  used: number;
}

function rowsOf(size: number): number {
  return Math.ceil(size / COLUMNS);
}

/** Arranges heaps, the largest first, on shelves, each on the first shelf with room. */
function place(sizes: readonly number[]): { blocks: Block[]; height: number } {
  const shelves: Shelf[] = [];
  let height = 0;
  const blocks = sizes.map((size) => {
    const width = 10 * Math.min(size, COLUMNS);
    let shelf = shelves.find(({ used }) => used + GAP + width <= 10 * COLUMNS);
    if (!shelf) {
      shelf = { y: height === 0 ? 0 : height + GAP, height: 10 * rowsOf(size), used: -GAP };
      shelves.push(shelf);
      height = shelf.y + shelf.height;
    }
    const x = shelf.used + GAP;
    shelf.used = x + width;
    return { size, x: x + MARGIN, y: shelf.y + MARGIN };
  });
  return { blocks, height };
}

function blocksOf(position: string): { blocks: Block[]; height: number } {
  return place(heapsOf(position).filter((size) => size >= SPLITTABLE));
}

function spotId(block: number, counter: number): string {
  return `${block + 1}-${counter}`;
}

/** The tooltip of a counter: the parts into which it splits its heap, `13 + 7`. */
function hintOf(size: number, counter: number): { hint?: string } {
  const move = moveAt(size, counter);
  return move === undefined ? {} : { hint: splitOf(move).parts.join(" + ") };
}

/** The counters of a heap, each named like the move that it plays. */
function counters({ size, x, y }: Block, block: number): Spot[] {
  return Array.from({ length: size }, (_, index) => ({
    id: spotId(block, index + 1),
    name: moveAt(size, index + 1) ?? String(size),
    half: HALF,
    ...hintOf(size, index + 1),
    x: x + HALF + 10 * (index % COLUMNS),
    y: y + HALF + 10 * Math.floor(index / COLUMNS),
  }));
}

/** A label with the numbers of heaps of 1 and 2. */
function smallHeaps(position: string, y: number): Label[] {
  const heaps = heapsOf(position);
  const parts = [2, 1].map((size) => ({ size, count: heaps.filter((heap) => heap === size).length })).filter(({ count }) => count > 0);
  const text = parts.map(({ size, count }) => `${size} (×${count})`).join(", ");
  return text === "" ? [] : [{ x: MARGIN + 5 * COLUMNS, y, text, isText: true, large: true }];
}

/** The height of the board, with room for all counters in one heap and two more rows, so that it rarely changes. */
function heightOf(position: string, drawn: number): number {
  const all = heapsOf(position).reduce((sum, heap) => sum + heap, 0);
  return Math.max(drawn, 10 * (rowsOf(all) + 1) + 2 * GAP);
}

function draw(position: string): Drawing {
  const { blocks, height } = blocksOf(position);
  const bottom = MARGIN + heightOf(position, height);
  const spots = blocks.flatMap(counters);
  return {
    width: 10 * COLUMNS + 2 * MARGIN,
    height: bottom + SMALL_HEIGHT,
    ground: "paper",
    spotKind: "nodes",
    lines: [],
    dots: [],
    labels: smallHeaps(position, bottom + SMALL_HEIGHT / 2),
    goals: [],
    spots,
    pieces: spots.map(({ id }) => ({ spot: id, look: "white", text: id.split("-")[1] })),
  };
}

/** The counters that play a move: in every heap of this size, the last counter of the smaller and of the larger part. */
function countersOf(move: string, position: string): string[][][] {
  const { heap, parts } = splitOf(move);
  const { blocks } = blocksOf(position);
  return blocks.flatMap(({ size }, block) => (size === heap ? [...parts].reverse().map((part) => [[spotId(block, part)]]) : []));
}

/** The last counters of the two parts, if they are drawn. */
function partsOf(move: string, after: string): string[] {
  const { blocks } = blocksOf(after);
  const found: number[] = [];
  for (const part of splitOf(move).parts) {
    const block = blocks.findIndex(({ size }, index) => size === part && !found.includes(index));
    if (block >= 0) found.push(block);
  }
  return found.map((block) => spotId(block, blocks[block]?.size ?? 0));
}

export const gameView: GameView = {
  sample: "9,7,4 0",
  looks: ["seat-0", "seat-1"],
  dieSides: 0,
  // The heaps that can be split depend on the reply.
  canPremove: () => false,
  draw,
  moveSpots: () => [],
  paths: countersOf,
  // A split is confirmed like a stone, because a counter is easily missed on a small screen.
  stoneOf: () => "white",
  lastMoveSpots: partsOf,
  positionAfter: afterSplit,
  valueNotes: explain,
};
