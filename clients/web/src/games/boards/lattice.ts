/** Boards with pieces on the crossings of lines, and coordinates along the edges of any board. Pure. */

import { type Drawing, HALF, type Label, grid } from "./model";

/** An empty board of points; `name(column, row)` with rows from the top gives each its id. */
export function lattice(columns: number, rows: number, name: (column: number, row: number) => string, margin: number): Drawing {
  const board = grid(columns, rows, name, margin);
  const first = margin + HALF;
  const [right, bottom] = [board.width - first, board.height - first];
  const down = Array.from({ length: columns }, (_, column) => `M${first + column * 10} ${first}V${bottom}`);
  const across = Array.from({ length: rows }, (_, row) => `M${first} ${first + row * 10}H${right}`);
  return { ...board, ground: "wood", spotKind: "points", strokes: [...down, ...across].join("") };
}

/** The star points of a square board: near its corners, in the middle if it has one, and on 19 lines those of the sides. */
export function starPoints(size: number, margin: number): { x: number; y: number }[] {
  const near = size >= 13 ? 3 : size >= 7 ? 2 : 1;
  const [ends, middle] = [[near, size - 1 - near], size % 2 === 1 ? [(size - 1) / 2] : []];
  const corners = ends.flatMap((column) => ends.map((row) => [column, row]));
  const sides = size >= 19 ? middle.flatMap((centre) => ends.flatMap((end) => [[end, centre], [centre, end]])) : [];
  return [...corners, ...middle.map((centre) => [centre, centre]), ...sides].map(([column = 0, row = 0]) => ({ x: margin + HALF + 10 * column, y: margin + HALF + 10 * row }));
}

/** The names of columns above the board, and of rows to its left, in its margin. */
export function edgeNames({ spots }: Drawing, columns: string[], rows: string[], margin: number): Label[] {
  const xs = columns.map((text, column): Label => ({ x: spots[column]?.x ?? 0, y: margin / 2, text, edge: "above" }));
  const ys = rows.map((text, row): Label => ({ x: margin / 2, y: spots[row * columns.length]?.y ?? 0, text, edge: "beside" }));
  return [...xs, ...ys];
}

/**
 * A function that returns the empty square board for stones of a size. It returns the same object for a size each time,
 * so that Svelte draws it once. `nameOf`: the letter of a column.
 */
export function stoneBoards(nameOf: (column: number) => string): (size: number) => Drawing {
  const boards = new Map<number, Drawing>();
  return (size) => {
    const board = boards.get(size) ?? stoneBoard(size, nameOf);
    boards.set(size, board);
    return board;
  };
}

function stoneBoard(size: number, nameOf: (column: number) => string): Drawing {
  // The margin has room for one digit or for two.
  const margin = size > 9 ? 7 : 4;
  const columns = Array.from({ length: size }, (_, column) => nameOf(column));
  const rows = columns.map((_, row) => String(size - row));
  const board = lattice(size, size, (column, row) => `${columns[column]}${rows[row]}`, margin);
  return { ...board, hasStones: true, dots: starPoints(size, margin), labels: edgeNames(board, columns, rows, margin) };
}
