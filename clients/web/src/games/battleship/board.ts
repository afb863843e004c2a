/**
 * Two grids: the waters at which the viewer shoots are large, its own are below and small, beside the ships of the other
 * side; where there is more room beside than below, both are large, side by side. While the fleet is laid out, one's own
 * are alone. A spectator sees both alike. A spot is `1 E5`: whose waters, and the cell.
 */

import type { Language } from "../../texts";
import { type Drawing, HALF, type Label, type Line, type Look, type Piece, type Spot, type StackedPiece } from "../boards/model";
import { LENGTHS, type Position, WIDTH, cellName, isSeen, isSunk, segmentOf, shipCount, shipLength } from "./waters";
import { type BoardTexts, boardTexts } from "./words";

/** Where waters are drawn; `half`: of a cell. */
interface Grid {
  seat: number;
  x: number;
  y: number;
  half: number;
}

const MARGIN = 6;
const LARGE = { half: HALF };
const SMALL = { half: 2 };
const GAP = 8;
/** Below grids side by side: what they are, and the ships. */
const BELOW = 16;
const BOARD = 2 * HALF * WIDTH;

/** Whether this seat, which sees its own waters, is still laying out its fleet. */
export function isLayingOut({ waters, isArranged }: Position, seat: number): boolean {
  const own = waters[seat] ?? "";
  return isArranged || (isSeen(own) && shipCount(own) < LENGTHS.length);
}

interface Layout {
  grids: Grid[];
  width: number;
  height: number;
}

/** The waters at which the viewer shoots left, its own right. */
function sideBySide(viewer: number): Layout {
  const grids = [1 - viewer, viewer].map((seat, at) => ({ seat, x: MARGIN + at * (BOARD + GAP), y: MARGIN, ...LARGE }));
  return { grids, width: MARGIN + 2 * BOARD + GAP + 2, height: MARGIN + BOARD + BELOW };
}

function gridsFor(position: Position, viewer: number | null, wide: boolean): Layout {
  if (viewer === null) {
    const half = 3.5;
    const side = 2 * half * WIDTH;
    const grids = [0, 1].map((seat) => ({ seat, x: MARGIN + seat * (side + MARGIN + 2), y: MARGIN, half }));
    return { grids, width: 2 * (side + MARGIN) + 4, height: side + MARGIN + 10 };
  }
  if (isLayingOut(position, viewer)) return { grids: [{ seat: viewer, x: MARGIN, y: MARGIN, ...LARGE }], width: BOARD + MARGIN + 2, height: BOARD + MARGIN + 2 };
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

/** `whose`: said of each cell, so that those of both waters are told apart. */
function spotsOf({ seat, x, y, half }: Grid, whose: string): Spot[] {
  return Array.from({ length: WIDTH * WIDTH }, (_, index) => {
    const cell = cellName(index);
    return { id: `${seat} ${cell}`, name: whose ? `${cell}, ${whose}` : cell, half, x: x + half * (2 * (index % WIDTH) + 1), y: y + half * (2 * Math.floor(index / WIDTH) + 1) };
  });
}

function linesOf({ x, y, half }: Grid): Line[] {
  const side = 2 * half * WIDTH;
  return Array.from({ length: WIDTH + 1 }, (_, at) => 2 * half * at).flatMap((at) => [
    { x1: x + at, y1: y, x2: x + at, y2: y + side },
    { x1: x, y1: y + at, x2: x + side, y2: y + at },
  ]);
}

function edgesOf({ x, y, half }: Grid): Label[] {
  return Array.from({ length: WIDTH }, (_, at) => half * (2 * at + 1)).flatMap((along, at) => [
    { x: x + along, y: y - 3, text: cellName(at)[0] ?? "" },
    { x: x - 3, y: y + along, text: String(at + 1) },
  ]);
}

function lookOf(waters: string, sign: string): Look | undefined {
  if (sign === "o") return "custom-miss";
  if (sign === "x") return "custom-found";
  if (/[a-e]/.test(sign)) return "custom-ship";
  if (/[A-E]/.test(sign)) return isSunk(waters, sign.charCodeAt(0) - 65) ? "custom-sunk" : "custom-hit";
  return undefined;
}

function piecesOf(waters: string, seat: number, said: BoardTexts): Piece[] {
  return [...waters].flatMap((sign, index): Piece[] => {
    const look = lookOf(waters, sign);
    if (look === undefined) return [];
    const spot = `${seat} ${cellName(index)}`;
    return shipLength(sign) === 0 ? [{ spot, look }] : [{ spot, look, text: segmentOf(waters, index), name: shipName(look, shipLength(sign), said) }];
  });
}

function shipName(look: Look, length: number, said: BoardTexts): string {
  if (look === "custom-sunk") return said.shipSunk(length);
  return look === "custom-hit" ? said.shipHit(length) : said.ship(length);
}

/** The ships of a seat one below the other or, with `across`, in a line as long as a grid; those sunk are marked so. */
function roster(waters: string, x: number, y: number, across = false): StackedPiece[] {
  const step = across ? 5.2 : 6;
  const before = (ship: number): number => LENGTHS.slice(0, ship).reduce((sum, length) => sum + length * step + 3, 0);
  return LENGTHS.flatMap((length, ship) =>
    Array.from({ length }, (_, at) => ({
      x: x + at * step + (across ? before(ship) : 0),
      y: y + (across ? 0 : ship * step * 1.17),
      look: isSunk(waters, ship) ? ("custom-sunk" as const) : ("custom-ship" as const),
      text: `${at > 0 ? "l" : ""}${at < length - 1 ? "r" : ""}`,
    })),
  );
}

/** What stands below grids, and whose they are. */
function titlesOf({ grids }: Layout, viewer: number | null, said: BoardTexts): Label[] {
  const under = ({ x, y, half }: Grid, text: string): Label => ({ x: x + half * WIDTH, y: y + 2 * half * WIDTH + 5, text, isText: true });
  if (viewer === null) return grids.map((grid) => under(grid, said.waters(grid.seat)));
  const [target, own] = grids;
  if (!target || !own) return [];
  return own.half === HALF ? [under(target, said.theirWaters), under(own, said.yourWaters)] : [{ x: 76, y: own.y + 3, text: said.afloat, isText: true }];
}

/** The ships of the other side: under its waters, or beside one's own where these are below. */
function rosterOf({ grids: [target, own] }: Layout, position: Position): StackedPiece[] {
  if (!target || !own) return [];
  const waters = position.waters[target.seat] ?? "";
  return own.half === HALF ? roster(waters, target.x + 3, target.y + BOARD + 11.5, true) : roster(waters, 61, own.y + 8.5);
}

function whoseWaters(seat: number, viewer: number | null, said: BoardTexts): string {
  if (viewer === null) return said.waters(seat);
  return seat === viewer ? said.yourWaters : said.theirWaters;
}

export function drawPosition(position: Position, viewer: number | null, language: Language, wide = false): Drawing {
  const layout = gridsFor(position, viewer, wide);
  const { grids, width, height } = layout;
  const said = boardTexts[language];
  const titles = titlesOf(layout, viewer, said);
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
    spots: grids.flatMap((grid) => spotsOf(grid, grids.length > 1 ? whoseWaters(grid.seat, viewer, said) : "")),
    stacked,
    pieces: position.waters.flatMap((waters, seat) => (shown.has(seat) ? piecesOf(waters, seat, said) : [])),
  };
}
