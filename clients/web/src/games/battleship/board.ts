/**
 * Two grids: the waters at which the viewer shoots are large, its own are below and small, beside the ships of the other
 * side; while the fleet is laid out, one's own are alone. A spectator sees both alike. A spot is `1 E5`: whose waters,
 * and the cell.
 */

import { type Drawing, HALF, type Label, type Line, type Look, type Piece, type Spot, type StackedPiece } from "../../boards/model";
import type { Language } from "../../texts";
import { LENGTHS, type Position, WIDTH, cellName, isSeen, isSunk, segmentOf, shipCount } from "./waters";
import { boardTexts } from "./words";

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
const BOARD = 2 * HALF * WIDTH;

/** Whether this seat, which sees its own waters, is still laying out its fleet. */
export function isLayingOut({ waters, isArranged }: Position, seat: number): boolean {
  const own = waters[seat] ?? "";
  return isArranged || (isSeen(own) && shipCount(own) < LENGTHS.length);
}

function gridsFor(position: Position, viewer: number | null): { grids: Grid[]; width: number; height: number } {
  if (viewer === null) {
    const half = 3.5;
    const side = 2 * half * WIDTH;
    const grids = [0, 1].map((seat) => ({ seat, x: MARGIN + seat * (side + MARGIN + 2), y: MARGIN, half }));
    return { grids, width: 2 * (side + MARGIN) + 4, height: side + MARGIN + 10 };
  }
  if (isLayingOut(position, viewer)) return { grids: [{ seat: viewer, x: MARGIN, y: MARGIN, ...LARGE }], width: BOARD + MARGIN + 2, height: BOARD + MARGIN + 2 };
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

function spotsOf({ seat, x, y, half }: Grid): Spot[] {
  return Array.from({ length: WIDTH * WIDTH }, (_, index) => {
    const name = cellName(index);
    return { id: `${seat} ${name}`, name, half, x: x + half * (2 * (index % WIDTH) + 1), y: y + half * (2 * Math.floor(index / WIDTH) + 1) };
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

function piecesOf(waters: string, seat: number): Piece[] {
  return [...waters].flatMap((sign, index): Piece[] => {
    const look = lookOf(waters, sign);
    return look === undefined ? [] : [{ spot: `${seat} ${cellName(index)}`, look, text: /[a-e]/i.test(sign) ? segmentOf(waters, index) : "" }];
  });
}

/** The ships of a seat one below the other, those sunk marked so. */
function roster(waters: string, x: number, y: number): StackedPiece[] {
  return LENGTHS.flatMap((length, ship) =>
    Array.from({ length }, (_, at) => ({
      x: x + at * ROSTER_CELL,
      y: y + ship * ROSTER_CELL * 1.17,
      look: isSunk(waters, ship) ? ("custom-sunk" as const) : ("custom-ship" as const),
      text: `${at > 0 ? "l" : ""}${at < length - 1 ? "r" : ""}`,
    })),
  );
}
const ROSTER_CELL = 6;

export function drawPosition(position: Position, viewer: number | null, language: Language): Drawing {
  const { grids, width, height } = gridsFor(position, viewer);
  const said = boardTexts[language];
  const small = viewer === null ? undefined : grids[1];
  const titles: Label[] = small ? [{ x: 76, y: small.y + 3, text: said.afloat, isText: true }] : [];
  if (viewer === null) for (const { seat, x, y, half } of grids) titles.push({ x: x + half * WIDTH, y: y + 2 * half * WIDTH + 5, text: said.waters(seat), isText: true });
  const stacked = small ? roster(position.waters[1 - small.seat] ?? "", 61, small.y + 8.5) : [];
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
    spots: grids.flatMap(spotsOf),
    stacked,
    pieces: position.waters.flatMap((waters, seat) => (shown.has(seat) ? piecesOf(waters, seat) : [])),
  };
}
