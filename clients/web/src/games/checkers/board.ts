/** The board of English draughts: the squares 1 to 32, and positions in PDN. Pure. */

/** A piece on its square. */
export interface Man {
  square: number;
  side: Side;
  isKing: boolean;
}

/** Seat 0 is black, which begins; seat 1 is white. */
export type Side = 0 | 1;

export interface Position {
  turn: Side;
  men: Man[];
}

const SQUARES = 32;

/** Column and row as white sees the board: square 1 is in the top row, in the second column. */
export function placeOf(square: number): [number, number] {
  const row = Math.floor((square - 1) / 4);
  return [2 * ((square - 1) % 4) + (row % 2 === 0 ? 1 : 0), row];
}

const SQUARE_AT = new Map(Array.from({ length: SQUARES }, (_, index) => [placeOf(index + 1).join(), index + 1]));

/** The square at this place; undefined: none. */
export function squareAt(column: number, row: number): number | undefined {
  return SQUARE_AT.get(`${column},${row}`);
}

function menOf(text: string, side: Side): Man[] {
  return text
    .slice(1)
    .split(",")
    .filter((piece) => piece !== "")
    .map((piece) => ({ square: Number(piece.replace("K", "")), side, isKing: piece.startsWith("K") }));
}

/** Reads `B:W21,K22:B1,2`. */
export function parse(position: string): Position {
  const [turn, white = "W", black = "B"] = position.split(":");
  return { turn: turn === "W" ? 1 : 0, men: [...menOf(black, 0), ...menOf(white, 1)] };
}

function textOf(men: readonly Man[], side: Side): string {
  const pieces = men.filter((man) => man.side === side).sort((a, b) => a.square - b.square);
  return pieces.map(({ square, isKing }) => `${isKing ? "K" : ""}${square}`).join(",");
}

/** The inverse of `parse`. */
export function write({ turn, men }: Position): string {
  return `${turn === 0 ? "B" : "W"}:W${textOf(men, 1)}:B${textOf(men, 0)}`;
}

/** The squares of a move, in order: `15x24x31`, `11-15`. */
export function squaresOf(move: string): number[] {
  return move.split(/[-x]/).map(Number);
}

/** The square that a jump passes over; undefined: the move is a step. */
function between(from: number, to: number): number | undefined {
  const [[x1, y1], [x2, y2]] = [placeOf(from), placeOf(to)];
  return Math.abs(y1 - y2) === 2 ? squareAt((x1 + x2) / 2, (y1 + y2) / 2) : undefined;
}

/** Moves a piece along these squares, capturing what it jumps over. The turn does not change. */
export function follow({ turn, men }: Position, squares: readonly number[]): Position {
  const [first = 0] = squares;
  const last = squares.at(-1) ?? first;
  const taken = squares.slice(1).map((to, index) => between(squares[index] ?? first, to));
  const crownRow = turn === 0 ? 7 : 0;
  const moved = men
    .filter(({ square }) => square === first || !taken.includes(square))
    .map((man) => (man.square === first ? { ...man, square: last, isKing: man.isKing || placeOf(last)[1] === crownRow } : man));
  return { turn, men: moved };
}

/** The squares that a piece could reach by a step or a jump, whether or not they are occupied. */
export function reach({ men }: Position, from: number): number[] {
  const man = men.find(({ square }) => square === from);
  if (!man) return [];
  const [column, row] = placeOf(from);
  const rows = man.isKing ? [1, -1] : [man.side === 0 ? 1 : -1];
  return rows.flatMap((down) => [-1, 1].flatMap((right) => [1, 2].flatMap((steps) => squareAt(column + steps * right, row + steps * down) ?? [])));
}
