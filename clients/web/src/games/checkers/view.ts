/** English draughts: positions in PDN, `B:W21,K22:B1,2`; moves `11-15`, `15x24x31` with every square on the way. */

import Pieces from "./Pieces.svelte";
import { type Drawing, type GameView, HALF, type Look, type Tally } from "../boards/model";
import { follow, parse, placeOf, reach, squaresOf, write } from "./board";

const SIZE = 8;
const MEN = 12;
const LOOKS: Look[] = ["custom-black", "custom-white"];
const SQUARES = Array.from({ length: 32 }, (_, index) => index + 1);

/** Black sees the board from the other side. */
function viewedPlace(square: number, viewer: number | null): [number, number] {
  const [column, row] = placeOf(square);
  return viewer === 0 ? [SIZE - 1 - column, SIZE - 1 - row] : [column, row];
}

const DARK = SQUARES.map(placeOf)
  .map(([column, row]) => `M${column * 10} ${row * 10}h10v10h-10z`)
  .join("");

function draw(position: string, viewer: number | null): Drawing {
  const spots = SQUARES.map((square) => {
    const [column, row] = viewedPlace(square, viewer);
    return { id: String(square), name: String(square), half: HALF, x: column * 10 + HALF, y: row * 10 + HALF };
  });
  const { men } = parse(position);
  const taken = new Set(men.map(({ square }) => String(square)));
  return {
    width: SIZE * 10,
    height: SIZE * 10,
    ground: "wood",
    spotKind: "cells",
    shade: DARK,
    lines: [],
    dots: [],
    // Occupied squares have no number, because a piece would cover it.
    labels: spots.filter(({ id }) => !taken.has(id)).map(({ id, x, y }) => ({ x: x - 4.4, y: y - 3.2, text: id, inCorner: true })),
    goals: [],
    spots,
    pieces: men.map(({ square, side, isKing }) => ({ spot: String(square), look: LOOKS[side] ?? "custom-black", ...(isKing ? { text: "K" } : {}) })),
  };
}

function moveSpots(move: string): string[] {
  return squaresOf(move).map(String);
}

/** The position after the clicked part of a move, in which captured pieces are removed one by one. */
function partialPosition(position: string, path: readonly string[]): string {
  return write(follow(parse(position), path.map(Number)));
}

function positionAfter(position: string, move: string): string {
  const { turn, men } = follow(parse(position), squaresOf(move));
  return write({ turn: turn === 0 ? 1 : 0, men });
}

/** Accepts moves without intermediate squares, and with other separators: `15x31`, `15 31`. */
function readMove(text: string, legal: readonly string[]): string[] {
  const squares = text.split(/[^0-9]+/).filter((word) => word !== "");
  const matchesEnds = (spots: string[]) => squares.length === 2 && squares[0] === spots[0] && squares[1] === spots.at(-1);
  return legal.filter((move) => moveSpots(move).join() === squares.join() || matchesEnds(moveSpots(move)));
}

/** What each side has captured. */
function tallies(position: string): Tally[] {
  const { men } = parse(position);
  return LOOKS.map((_, seat) => {
    const look = LOOKS[1 - seat] ?? "custom-white";
    return { captures: { look, count: MEN - men.filter(({ side }) => side !== seat).length } };
  });
}

export const gameView: GameView = {
  sample: "B:W13,20,21,22,28,30,31:B3,4,7,11,12,14,K25",
  looks: LOOKS,
  Pieces,
  dieSides: 0,
  canFlip: true,
  draw,
  moveSpots,
  partialPosition,
  mustCapture: (move) => move.includes("x"),
  positionAfter,
  readMove,
  tallies,
  premoveTargets: (position, from) => reach(parse(position), Number(from)).map(String),
};
