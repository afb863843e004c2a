/** Faces of invented games, each with only the hooks under test. Cells are a1 to c3 unless noted. */

import { dotsOf, edgeNames, lattice } from "../src/games/boards/lattice";
import { type Drawing, type Face, type Piece, type Suit, grid, letter } from "../src/games/boards/model";

/** A character a cell, rows from the top: x, o, or a dot. */
function draw(position: string): Drawing {
  const board = grid(3, 3, (column, row) => `${letter(column)}${3 - row}`, 1);
  const pieces = board.spots.flatMap(({ id }, index): Piece[] => {
    const sign = position[index];
    return sign === "x" || sign === "o" ? [{ spot: id, look: sign === "x" ? "cross" : "ring" }] : [];
  });
  return { ...board, pieces };
}

/** A piece is put down: `a1`; or nothing happens: `pass`. */
export const putting: Face = {
  sample: "x.o......",
  looks: ["cross", "ring"],
  dieSides: 0,
  draw,
  moveSpots: (move) => (move === "pass" ? [] : [move]),
};

/** A piece is moved: `a1-b2`. */
export const moving: Face = { ...putting, moveSpots: (move) => move.split("-") };

/** A move that names what a piece becomes: `a2-a3q`. The position after any move is empty. */
export const becoming: Face = {
  ...putting,
  moveSpots: (move) => [move.slice(0, 2), move.slice(3, 5)],
  positionAfter: () => ".........",
  notation: (move, before) => `${before.length}:${move}`,
  lastMoveSpots: (move) => [move.slice(3, 5)],
};

/** A race for any number of seats: `0 3 7`, how far each has come. Moves `walk` and `wait`, after a throw. */
export const racing: Face = {
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
export const large: Face = {
  ...putting,
  sample: `${".".repeat(360)}x`,
  looks: ["black", "white"],
  draw(position) {
    const lines = Array.from({ length: 19 }, (_, line) => line);
    const board = lattice(19, 19, (column, row) => `${letter(column, "i")}${19 - row}`, 6);
    const labels = edgeNames(board, lines.map((line) => letter(line, "i")), lines.map((line) => String(19 - line)), 6);
    const pieces = board.spots.flatMap(({ id }, index): Piece[] => (position[index] === "x" ? [{ spot: id, look: "black" }] : []));
    return { ...board, labels, dots: dotsOf(19, 6), pieces };
  },
};

/** One's hand, cards by rank and suit, `?` for those face down: `Ks 10h ?`. A card is played by its own name. */
export const dealing: Face = {
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
