/**
 * Two grids: the target grid, at which the viewer shoots, is large; the viewer's own is small and below, beside the other
 * side's ships. If there is more room at the side, both are large, side by side. While the viewer places the fleet, only the
 * viewer's own grid is shown. Spectators see both in the same size. A spot is `1 E5`: the seat of the grid, and the cell.
 */

import type { Language } from "../../texts";
import { type Drawing, HALF, type Label, type Line, type Look, type Piece, type Spot, type StackedPiece } from "../boards/model";
import { LENGTHS, type Position, WIDTH, cellName, isVisible, isSunk, segmentOf, shipCount, shipLength } from "./position";
import { type BoardTexts, boardTexts } from "./words";

/** The place of a grid; `half`: half the size of a cell. */
interface PlacedGrid {
  seat: number;
  x: number;
  y: number;
  half: number;
}

const MARGIN = 6;
const LARGE = { half: HALF };
const SMALL = { half: 2 };
const GAP = 8;
/** The height below grids that are side by side, for titles and ships. */
const BELOW = 16;
const BOARD = 2 * HALF * WIDTH;

/** Whether this seat, whose grid is visible, is still placing its fleet. */
export function isPlacingFleet({ grids, isArranging }: Position, seat: number): boolean {
  const own = grids[seat] ?? "";
  return isArranging || (isVisible(own) && shipCount(own) < LENGTHS.length);
}

interface Layout {
  grids: PlacedGrid[];
  width: number;
  height: number;
}

/** The layout with the target grid on the left and the viewer's own on the right. */
function sideBySide(viewer: number): Layout {
  const grids = [1 - viewer, viewer].map((seat, column) => ({ seat, x: MARGIN + column * (BOARD + GAP), y: MARGIN, ...LARGE }));
  return { grids, width: MARGIN + 2 * BOARD + GAP + 2, height: MARGIN + BOARD + BELOW };
}

function gridsFor(position: Position, viewer: number | null, wide: boolean): Layout {
  if (viewer === null) {
    const half = 3.5;
    const side = 2 * half * WIDTH;
    const grids = [0, 1].map((seat) => ({ seat, x: MARGIN + seat * (side + MARGIN + 2), y: MARGIN, half }));
    return { grids, width: 2 * (side + MARGIN) + 4, height: side + MARGIN + 10 };
  }
  if (isPlacingFleet(position, viewer)) return { grids: [{ seat: viewer, x: MARGIN, y: MARGIN, ...LARGE }], width: BOARD + MARGIN + 2, height: BOARD + MARGIN + 2 };
  if (wide) return sideBySide(viewer);
  const below = MARGIN + BOARD + GAP;
  return {
    grids: [
      { seat: 1 - viewer, x: MARGIN, y: MARGIN, ...LARGE },
      { seat: viewer, x: MARGIN, y: below, ...SMALL },
    ],
    width: BOARD + MARGIN + 2,
    height: below + 2 * SMALL.half * WIDTH + 2,
  };
}

/** `whose`: appended to each cell name, because both grids have the same cells. */
function spotsOf({ seat, x, y, half }: PlacedGrid, whose: string): Spot[] {
  return Array.from({ length: WIDTH * WIDTH }, (_, index) => {
    const cell = cellName(index);
    return { id: `${seat} ${cell}`, name: whose ? `${cell}, ${whose}` : cell, half, x: x + half * (2 * (index % WIDTH) + 1), y: y + half * (2 * Math.floor(index / WIDTH) + 1) };
  });
}

function linesOf({ x, y, half }: PlacedGrid): Line[] {
  const side = 2 * half * WIDTH;
  return Array.from({ length: WIDTH + 1 }, (_, index) => 2 * half * index).flatMap((offset) => [
    { x1: x + offset, y1: y, x2: x + offset, y2: y + side },
    { x1: x, y1: y + offset, x2: x + side, y2: y + offset },
  ]);
}

function edgesOf({ x, y, half }: PlacedGrid): Label[] {
  return Array.from({ length: WIDTH }, (_, index) => half * (2 * index + 1)).flatMap((along, index) => [
    { x: x + along, y: y - 3, text: cellName(index)[0] ?? "" },
    { x: x - 3, y: y + along, text: String(index + 1) },
  ]);
}

function lookOf(grid: string, sign: string): Look | undefined {
  if (sign === "o") return "custom-miss";
  if (sign === "x") return "custom-shot-hit";
  if (/[a-e]/.test(sign)) return "custom-ship";
  if (/[A-E]/.test(sign)) return isSunk(grid, sign.charCodeAt(0) - 65) ? "custom-sunk" : "custom-ship-hit";
  return undefined;
}

function piecesOf(grid: string, seat: number, t: BoardTexts): Piece[] {
  return [...grid].flatMap((sign, index): Piece[] => {
    const look = lookOf(grid, sign);
    if (look === undefined) return [];
    const spot = `${seat} ${cellName(index)}`;
    return shipLength(sign) === 0 ? [{ spot, look }] : [{ spot, look, text: segmentOf(grid, index), name: shipName(look, shipLength(sign), t) }];
  });
}

function shipName(look: Look, length: number, t: BoardTexts): string {
  if (look === "custom-sunk") return t.shipSunk(length);
  return look === "custom-ship-hit" ? t.shipHit(length) : t.ship(length);
}

/** The ships of a seat, in rows or, with `across`, in one line as long as a grid; sunk ones are marked. */
function roster(grid: string, x: number, y: number, across = false): StackedPiece[] {
  const step = across ? 5.2 : 6;
  const before = (ship: number): number => LENGTHS.slice(0, ship).reduce((sum, length) => sum + length * step + 3, 0);
  return LENGTHS.flatMap((length, ship) =>
    Array.from({ length }, (_, segment) => ({
      x: x + segment * step + (across ? before(ship) : 0),
      y: y + (across ? 0 : ship * step * 1.17),
      look: isSunk(grid, ship) ? ("custom-sunk" as const) : ("custom-ship" as const),
      text: `${segment > 0 ? "l" : ""}${segment < length - 1 ? "r" : ""}`,
    })),
  );
}

/** The titles of grids and of the list of ships. */
function titlesOf({ grids }: Layout, viewer: number | null, t: BoardTexts): Label[] {
  const under = ({ x, y, half }: PlacedGrid, text: string): Label => ({ x: x + half * WIDTH, y: y + 2 * half * WIDTH + 5, text, isText: true });
  if (viewer === null) return grids.map((grid) => under(grid, t.waters(grid.seat)));
  const [target, own] = grids;
  if (!target || !own) return [];
  return own.half === HALF ? [under(target, t.theirWaters), under(own, t.yourWaters)] : [{ x: 76, y: own.y + 3, text: t.afloat, isText: true }];
}

/** The list of the other side's ships: below its grid, or beside the viewer's small one. */
function rosterOf({ grids: [target, own] }: Layout, position: Position): StackedPiece[] {
  if (!target || !own) return [];
  const grid = position.grids[target.seat] ?? "";
  return own.half === HALF ? roster(grid, target.x + 3, target.y + BOARD + 11.5, true) : roster(grid, 61, own.y + 8.5);
}

function whoseWaters(seat: number, viewer: number | null, t: BoardTexts): string {
  if (viewer === null) return t.waters(seat);
  return seat === viewer ? t.yourWaters : t.theirWaters;
}

export function drawPosition(position: Position, viewer: number | null, language: Language, wide = false): Drawing {
  const layout = gridsFor(position, viewer, wide);
  const { grids, width, height } = layout;
  const t = boardTexts[language];
  const titles = titlesOf(layout, viewer, t);
  const stacked = viewer === null ? [] : rosterOf(layout, position);
  const shown = new Set(grids.map(({ seat }) => seat));
  return {
    width,
    height,
    ground: "paper",
    spotKind: "cells",
    lines: grids.flatMap(linesOf),
    dots: [],
    labels: [...grids.filter(({ half }) => half > SMALL.half).flatMap(edgesOf), ...titles],
    goals: [],
    spots: grids.flatMap((grid) => spotsOf(grid, grids.length > 1 ? whoseWaters(grid.seat, viewer, t) : "")),
    stacked,
    pieces: position.grids.flatMap((grid, seat) => (shown.has(seat) ? piecesOf(grid, seat, t) : [])),
  };
}
