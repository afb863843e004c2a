/** Positions as GNU Backgammon writes them: a position ID, a colon, a match ID (its manual, sections 11.6 and 11.7). Pure. */

import { BAR, type Position, parsePosition } from "./notation";

const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PLAYING = 1;
const NO_OWNER = 3;

/** Bits in base64; the lowest bit of a byte comes first. */
function base64(bits: readonly number[], size: number): string {
  const bit = (index: number): number => bits[(index & ~7) + 7 - (index & 7)] ?? 0;
  return Array.from({ length: size }, (_, sign) => SIGNS[[0, 1, 2, 3, 4, 5].reduce((value, at) => 2 * value + bit(6 * sign + at), 0)] ?? "").join("");
}

function bitsOf(value: number, width: number): number[] {
  return Array.from({ length: width }, (_, bit) => (value >> bit) & 1);
}

/** The checkers of the side that does not roll, then of the other: as many ones as are on each point, and a zero. */
function positionBits({ checkers }: Position, roller: number): number[] {
  return [1 - roller, roller].flatMap((seat) => Array.from({ length: BAR }, (_, index) => checkers[seat]?.[index + 1] ?? 0).flatMap((count) => [...new Array<number>(count).fill(1), 0]));
}

/** Player 1 is white. */
function matchBits(at: Position, roller: number, decider: number): number[] {
  const dice = /^[1-6]{2}$/.test(at.dice) ? [Number(at.dice[0]), Number(at.dice[1])] : [0, 0];
  const fields: [value: number, width: number][] = [
    [Math.log2(at.cube), 4],
    [at.owner === null ? NO_OWNER : 1 - at.owner, 2],
    [1 - roller, 1],
    [Number(at.crawford), 1],
    [PLAYING, 3],
    [1 - decider, 1],
    [Number(at.dice === "D" || at.dice === "B"), 1],
    [0, 2],
    [dice[0] ?? 0, 3],
    [dice[1] ?? 0, 3],
    [at.length, 15],
    [at.points[1], 15],
    [at.points[0], 15],
    [Number(!at.jacoby), 1],
  ];
  return fields.flatMap(([value, width]) => bitsOf(value, width));
}

/** The ID of a position; undefined before the opening roll and after the end. */
export function gnuId(position: string): string | undefined {
  const at = parsePosition(position);
  const isOver = at.checkers.some((own) => own[0] === 15) || Math.max(...at.points) >= (at.length || 1);
  if (at.turn === null || isOver) return undefined;
  const decider = at.dice === "D" ? 1 - at.turn : at.turn;
  return `${base64(positionBits(at, at.turn), 14)}:${base64(matchBits(at, at.turn, decider), 12)}`;
}
