/** Views of invented games, each with only the hooks under test. Cells are a1 to c3 unless noted. */

import { starPoints, edgeNames, lattice } from "../src/games/boards/lattice";
import { type BoardDie, type Drawing, type GameView, HALF, type Label, type Line, type Piece, type Spot, type Suit, grid, letter } from "../src/games/boards/model";
import { HIDDEN } from "../src/games/boards/thrown";

/** One character per cell, rows from the top: x, o, or a dot. */
function draw(position: string): Drawing {
  const board = grid(3, 3, (column, row) => `${letter(column)}${3 - row}`, 1);
  const pieces = board.spots.flatMap(({ id }, index): Piece[] => {
    const sign = position[index];
    return sign === "x" || sign === "o" ? [{ spot: id, look: sign === "x" ? "cross" : "ring" }] : [];
  });
  return { ...board, pieces };
}

/** A piece is put down: `a1`; or nothing happens: `pass`. */
export const putting: GameView = {
  sample: "x.o......",
  looks: ["cross", "ring"],
  dieSides: 0,
  draw,
  moveSpots: (move) => (move === "pass" ? [] : [move]),
};

/** A piece is moved: `a1-b2`. */
export const moving: GameView = { ...putting, moveSpots: (move) => move.split("-") };

/** A move that names what a piece becomes: `a2-a3q`. The position after any move is empty. */
export const becoming: GameView = {
  ...putting,
  moveSpots: (move) => [move.slice(0, 2), move.slice(3, 5)],
  positionAfter: () => ".........",
  notation: (move, before) => `${before.length}:${move}`,
  lastMoveSpots: (move) => [move.slice(3, 5)],
};

/** A race for any number of seats: `0 3 7`, how far each has come. Moves `walk` and `wait`, after a throw. */
export const racing: GameView = {
  sample: "0 3 7",
  looks: ["seat-0", "seat-1", "seat-2", "seat-3", "seat-4", "seat-5"],
  dieSides: 6,
  canFlip: true,
  draw(position) {
    const at = position.split(" ");
    const board = grid(at.length, 1, (column) => `lane ${column + 1}`, 1);
    const pieces = at.map((distance, seat): Piece => ({ spot: `lane ${seat + 1}`, look: `seat-${seat}`, text: distance }));
    const goals = at.map((_, seat) => ({ spot: `lane ${seat + 1}`, seat }));
    return { ...board, goals, pieces };
  },
  moveSpots: () => [],
  positionAfter: (position) => position,
};

/** Stones on 19 by 19 points, rows from the top; files skip the letter i. */
export const large: GameView = {
  ...putting,
  sample: `${".".repeat(360)}x`,
  looks: ["black", "white"],
  draw(position) {
    const lines = Array.from({ length: 19 }, (_, line) => line);
    const board = lattice(19, 19, (column, row) => `${letter(column, "i")}${19 - row}`, 6);
    const labels = edgeNames(board, lines.map((line) => letter(line, "i")), lines.map((line) => String(19 - line)), 6);
    const pieces = board.spots.flatMap(({ id }, index): Piece[] => (position[index] === "x" ? [{ spot: id, look: "black" }] : []));
    return { ...board, labels, dots: starPoints(19, 6), pieces };
  },
};

/** One's hand, cards by rank and suit, `?` for those face down: `Ks 10h ?`. A card is played by its own name. */
export const dealing: GameView = {
  sample: "Ks 10h ?",
  looks: ["seat-0", "seat-1", "seat-2"],
  dieSides: 0,
  draw(position) {
    const suits: Record<string, Suit> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
    const cards = position.split(" ");
    const board = grid(cards.length, 1, (column) => cards[column] ?? "", 1);
    const pieces = cards.map((spot): Piece => {
      const suit = suits[spot.at(-1) ?? ""];
      return suit ? { spot, look: `card-${suit}`, text: spot.slice(0, -1) } : { spot, look: "card-back" };
    });
    return { ...board, pieces };
  },
  moveSpots: (move) => [move],
};

const DOTS = 4;
/** Where a row or column of dots is, from the top or left. */
const dotAt = (index: number): number => 4 + 10 * index;
const DOT_PLACES = Array.from({ length: DOTS * DOTS }, (_, index) => [index % DOTS, Math.floor(index / DOTS)] as const);

/** The line from a dot to its neighbour, `a4-b4` or `a4-a3`. */
function side(column: number, row: number, right: number, down: number): Spot {
  const line: Line = { x1: dotAt(column), y1: dotAt(row), x2: dotAt(column + right), y2: dotAt(row + down) };
  const ends = [`${letter(column)}${DOTS - row}`, `${letter(column + right)}${DOTS - row - down}`];
  return { id: ends.join("-"), name: ends.join(" to "), x: (line.x1 + line.x2) / 2, y: (line.y1 + line.y2) / 2, half: HALF, line };
}

/** Lines drawn between 4 by 4 dots, by seat: a move is a line, `a4-b4`; a position has all that are drawn, `a4-b4:0 c2-c1:1`. */
export const joining: GameView = {
  ...putting,
  sample: "a4-b4:0 b4-b3:1 c2-c1:0",
  looks: ["seat-0", "seat-1"],
  draw(position) {
    const board = grid(DOTS - 1, DOTS - 1, (column, row) => `${column}${row}`, dotAt(0));
    const across = DOT_PLACES.flatMap(([column, row]) => (column < DOTS - 1 ? [side(column, row, 1, 0)] : []));
    const down = DOT_PLACES.flatMap(([column, row]) => (row < DOTS - 1 ? [side(column, row, 0, 1)] : []));
    const pieces = position.split(" ").map((drawn): Piece => ({ spot: drawn.slice(0, 5), look: drawn.endsWith("0") ? "seat-0" : "seat-1" }));
    return { ...board, spots: [...across, ...down], dots: DOT_PLACES.map(([column, row]) => ({ x: dotAt(column), y: dotAt(row) })), pieces };
  },
  stoneOf: (_move, seat) => (seat === 0 ? "seat-0" : "seat-1"),
};

/** Liar's dice as the core's toy has it: the dice of each seat, the bid and the seat to move, `13355.????? 5x3 1`. */
export const bidding: GameView = {
  ...putting,
  sample: "13355.????? 4x3 1",
  looks: ["seat-0", "seat-1", "seat-2", "seat-3", "seat-4", "seat-5"],
  dieSides: 6,
  hidesDice: true,
  draw(position) {
    const [thrown = "", bid = "-"] = position.split(" ");
    const seats = thrown === "-" ? [] : thrown.split(".");
    const dice = seats.flatMap((values, seat) => [...values].map((value, at): BoardDie => ({ x: 22 + 13 * at, y: 10 + 14 * seat, value: value === "?" ? HIDDEN : Number(value), look: `seat-${seat}` as BoardDie["look"], isUsed: false })));
    const stacked = seats.map((_, seat) => ({ x: 9, y: 10 + 14 * seat, look: `seat-${seat}` as BoardDie["look"], text: "" }));
    const labels: Label[] = bid === "-" ? [] : [{ x: 45, y: 8 + 14 * seats.length, text: bid.replace("x", " × "), isText: true, large: true }];
    return { ...grid(0, 0, () => "", 0), width: 90, height: 14 + 14 * seats.length, stacked, dice, labels };
  },
  moveSpots: () => [],
  positionAfter: (position) => position,
  notation: (move) => move.replace("x", " × "),
  pairOf(move) {
    const [count, face] = move.split("x").map(Number);
    return count && face ? { count, face } : undefined;
  },
};
