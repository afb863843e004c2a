/** The race on a line: `1 8 0`, the squares of both stones and the seat to move; moves `1-2`. */

import type { Settings } from "../../protocol";
import { type Drawing, type GameView, HALF, gridLines } from "../boards/model";

const MARGIN = 2;
const BELOW = 6;
const DEFAULT_SQUARES = 8;

/** The number of squares, by the settings, but at least as many as the position needs. */
function squaresIn(stones: readonly number[], settings?: Settings): number {
  return Math.max(Number(settings?.squares ?? DEFAULT_SQUARES), ...stones);
}

function stonesOf(position: string): number[] {
  return position.split(" ").slice(0, 2).map(Number);
}

function draw(position: string, _viewer: number | null, _language?: string, settings?: Settings): Drawing {
  const stones = stonesOf(position);
  const squares = squaresIn(stones, settings);
  const spots = Array.from({ length: squares }, (_, index) => {
    const id = String(index + 1);
    return { id, name: id, half: HALF, x: MARGIN + HALF + 10 * index, y: MARGIN + HALF };
  });
  return {
    width: 10 * squares + 2 * MARGIN,
    height: 10 + 2 * MARGIN + BELOW,
    ground: "paper",
    spotKind: "cells",
    lines: gridLines(squares, 1, MARGIN, true),
    dots: [],
    labels: spots.map(({ id, x }) => ({ x, y: MARGIN + 10 + BELOW / 2, text: id })),
    goals: [
      { spot: String(squares), seat: 0 },
      { spot: "1", seat: 1 },
    ],
    spots,
    pieces: stones.map((square, seat) => ({ spot: String(square), look: `seat-${seat}` as const })),
  };
}

export const gameView: GameView = {
  sample: "4 6 0",
  looks: ["seat-0", "seat-1"],
  dieSides: 0,
  draw,
  moveSpots: (move) => move.split("-"),
  // The winning stone is that of the seat that is not to move.
  winningSpots: (position) => [position.split(" ")[position.endsWith("0") ? 1 : 0] ?? "1"],
};
