/** Chinese checkers: a star with the viewer's home at the bottom; moves `e4-g4-i4` with every cell on which the peg lands. */

import type { Point } from "../boards/drag";
import type { Drawing, GameView, Label, Look } from "../boards/model";
import { notes } from "./notes";
import { CELLS, type Cell, ROWS, goalOf, homeOf, withPegMoved, parse, placeOf, pointOf } from "./star";

/** The distance between neighbours, in board units; the star is 12 steps wide and 16 rows high. */
const STEP = 10;
const HALF_NODE = 4.4;
/** The distance from a cell's centre to its coordinate, and the margin for coordinates. */
const BESIDE = 7;
const MARGIN = 9.5;
const [WIDTH, HEIGHT] = [12 * STEP + 2 * MARGIN, 16 * STEP * (Math.sqrt(3) / 2) + 2 * MARGIN];
const LOOKS: Look[] = Array.from({ length: 6 }, (_, seat): Look => `seat-${seat}`);

const tenths = (length: number): number => Math.round(10 * length) / 10;

function pointAt(right: number, down: number): Point {
  return { x: tenths(WIDTH / 2 + right * STEP), y: tenths(HEIGHT / 2 + down * STEP) };
}

function draw(position: string, viewer: number | null): Drawing {
  const { pegs, seats } = parse(position);
  const below = viewer === null ? 0 : homeOf(seats, viewer);
  const spots = CELLS.map((cell) => {
    const { right, down } = placeOf(cell, below);
    return { id: cell.name, name: cell.name, half: HALF_NODE, ...pointAt(right, down) };
  });
  return {
    width: WIDTH,
    height: tenths(HEIGHT),
    ground: "paper",
    spotKind: "nodes",
    outline: triangles(below),
    lines: [],
    dots: [],
    labels: ROWS.flatMap((row) => rowNames(row, below)),
    goals: LOOKS.slice(0, seats).flatMap((_, seat) => goalOf(seats, seat).map((spot) => ({ spot, seat }))),
    spots,
    pieces: [...pegs].map(([spot, seat]) => ({ spot, look: LOOKS[seat] ?? "seat-0" })),
  };
}

/** The letter of a row before its first cell, and the number of its last cell behind it, along the rotated row. */
function rowNames(row: readonly Cell[], below: number): Label[] {
  const [first, last] = [row[0], row.at(-1)];
  if (!first || !last) return [];
  const along = placeOf({ x: 1, y: -1, z: 0 }, below);
  const beside = ({ right, down }: { right: number; down: number }, sign: number) => pointAt(right + (sign * BESIDE * along.right) / STEP, down + (sign * BESIDE * along.down) / STEP);
  return [
    { ...beside(placeOf(first, below), -1), text: first.name[0] ?? "" },
    { ...beside(placeOf(last, below), 1), text: String(row.length) },
  ];
}

/** The outlines of the two triangles of the star. */
function triangles(below: number): string {
  const tips = CELLS.filter((cell) => pointOf(cell) >= 0 && Math.max(Math.abs(cell.x), Math.abs(cell.y), Math.abs(cell.z)) === 8);
  const path = (parity: number) =>
    tips
      .filter((cell) => pointOf(cell) % 2 === parity)
      .map((cell) => placeOf(cell, below))
      .map(({ right, down }) => pointAt(right, down))
      .map(({ x, y }) => `${x} ${y}`)
      .join("L");
  return `M${path(0)}ZM${path(1)}Z`;
}

/** The cells on which the peg of a move lands; none for a pass. */
function cellsOf(move: string): string[] {
  const cells = move.split("-");
  return cells.length > 1 ? cells : [];
}

/** The first and the last cell of a move, which the user clicks. */
function moveSpots(move: string): string[] {
  const cells = cellsOf(move);
  return cells.length > 0 ? [cells[0] ?? "", cells.at(-1) ?? ""] : [];
}

function positionAfter(position: string, move: string): string {
  const [from, to] = moveSpots(move);
  return from === undefined || to === undefined ? position : withPegMoved(position, from, to);
}

/** Accepts a move by its first and last cell, with any cells between. */
function readMove(text: string, legal: readonly string[]): string[] {
  const cells = text.toLowerCase().match(/[a-q]\d{1,2}/g) ?? [];
  return legal.filter((move) => cells.length > 1 && moveSpots(move).join() === [cells[0], cells.at(-1)].join());
}

/** Abbreviates long chains to their ends. */
function notation(move: string): string | undefined {
  const cells = cellsOf(move);
  return cells.length > 3 ? `${cells[0]}-…-${cells.at(-1)}` : undefined;
}

export const gameView: GameView = {
  sample: "1/2/1A1/A1A1/4A1A6/4A7/3A2A4/4A5/4B4/3B2A3/2A1B6/4B2B4/5B1B5/B1B1/BB1/1B/1 0 24 - -",
  looks: LOOKS,
  dieSides: 0,
  draw,
  moveSpots,
  lastMoveSpots: cellsOf,
  positionAfter,
  notation,
  readMove,
  notes: (position, viewer, language) => notes(parse(position), viewer, language),
  playsForcedPass: true,
  winningSpots: (position) => {
    const { seats, finished } = parse(position);
    return finished[0] === undefined ? [] : goalOf(seats, finished[0]);
  },
};
