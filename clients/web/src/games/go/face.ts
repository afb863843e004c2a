/**
 * Go: rows from the top with `x`, `o` and numbers of empty points, dead stones in capitals; then side, ko point,
 * passes, captured black and white stones, and the marking. Moves `D4`, `pass`, `dead D4`, `done`, `resume`.
 */

import { dotsOf, edgeNames, lattice } from "../../boards/lattice";
import { type Drawing, type Face, type Look, type Piece, letter } from "../../boards/model";

const LOOKS: Record<string, Look> = { x: "black", X: "black", o: "white", O: "white" };
const MARGIN = 8;

/** The rows from the top, a sign a point; `.` is empty. */
export function rowsOf(position: string): string[] {
  const rows = (position.split(" ")[0] ?? "").split("/");
  return rows.map((row) => row.replace(/\d+/g, (gap) => ".".repeat(Number(gap))));
}

function columnName(column: number): string {
  return letter(column, "i").toUpperCase();
}

function draw(position: string): Drawing {
  const rows = rowsOf(position);
  const size = rows.length;
  const lines = rows.map((_, line) => line);
  const board = lattice(size, size, (column, row) => `${columnName(column)}${size - row}`, MARGIN);
  const signs = rows.join("");
  const pieces: Piece[] = [];
  board.spots.forEach((spot, index) => {
    const sign = signs[index] ?? ".";
    const look = LOOKS[sign];
    if (look) pieces.push({ spot: spot.id, look, ...(sign < "a" ? { text: "×" } : {}) });
  });
  return {
    ...board,
    dots: dotsOf(size, MARGIN),
    labels: edgeNames(board, lines.map(columnName), lines.map((row) => String(size - row)), MARGIN),
    pieces,
  };
}

/** The point of a stone, or of the group that is marked. */
function moveSpots(move: string): string[] {
  const point = move.split(" ").at(-1) ?? "";
  return /^[A-T]\d+$/.test(point) ? [point] : [];
}

/** Stones are put down, and captured ones vanish only when the server says so; marking moves no stone. */
function positionAfter(position: string, move: string): string {
  const [spot] = moveSpots(move);
  if (spot === undefined || move.startsWith("dead")) return position;
  const rows = rowsOf(position);
  const [column, row] = ["ABCDEFGHJKLMNOPQRST".indexOf(spot[0] ?? ""), rows.length - Number(spot.slice(1))];
  const words = position.split(" ");
  const before = rows[row] ?? "";
  rows[row] = before.slice(0, column) + (words[1] ?? "x") + before.slice(column + 1);
  return [rows.map((text) => text.replace(/\.+/g, (gap) => String(gap.length))).join("/"), ...words.slice(1)].join(" ");
}

export const face: Face = {
  sample: "9/2o1x4/3xo1x2/2x1xo3/4oxo2/2xoox1o1/3xoox2/4x4/9 x - 0 0,0",
  looks: ["black", "white"],
  dieSides: 0,
  formats: ["sgf"],
  draw,
  moveSpots,
  positionAfter,
};
