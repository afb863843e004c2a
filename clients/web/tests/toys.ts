/** Faces of games that nobody plays, with just the hooks that a test is about. Cells are a1 to c3. */

import { type Drawing, type Face, type Piece, grid, letter } from "../src/boards/model";

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
  sides: 0,
  draw,
  steps: (move) => (move === "pass" ? [] : [move]),
};

/** A piece is moved: `a1-b2`. */
export const moving: Face = { ...putting, steps: (move) => move.split("-") };

/** A move that names what a piece becomes: `a2-a3q`. The position after any move is empty. */
export const becoming: Face = {
  ...putting,
  steps: (move) => [move.slice(0, 2), move.slice(3, 5)],
  next: () => ".........",
  written: (move, before) => `${before.length}:${move}`,
  touched: (move) => [move.slice(3, 5)],
};
