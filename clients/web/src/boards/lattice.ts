/** Boards whose pieces stand on crossings of lines, and the coordinates along the edges of any board. Pure. */

import { type Drawing, HALF, type Label, type Line, grid } from "./model";

/** An empty board of points; `name(column, row)` with rows from the top gives each its id. */
export function lattice(columns: number, rows: number, name: (column: number, row: number) => string, margin: number): Drawing {
  const board = grid(columns, rows, name, margin);
  const first = margin + HALF;
  const [right, bottom] = [board.width - first, board.height - first];
  const down = Array.from({ length: columns }, (_, column): Line => {
    const x = first + column * 10;
    return { x1: x, y1: first, x2: x, y2: bottom };
  });
  const across = Array.from({ length: rows }, (_, row): Line => {
    const y = first + row * 10;
    return { x1: first, y1: y, x2: right, y2: y };
  });
  return { ...board, ground: "wood", spotKind: "points", lines: [...down, ...across] };
}

/** The star points of a square board: near its corners, and from 13 lines on also in the middle. */
export function dotsOf(size: number, margin: number): { x: number; y: number }[] {
  const near = size < 13 ? 2 : 3;
  const middle = size % 2 === 1 && size >= 13 ? [(size - 1) / 2] : [];
  const at = [near, ...middle, size - 1 - near].map((line) => margin + HALF + line * 10);
  return at.flatMap((x) => at.map((y) => ({ x, y })));
}

/** The names of columns above the board, and of rows to its left, in its margin. */
export function edgeNames({ spots }: Drawing, columns: string[], rows: string[], margin: number): Label[] {
  const xs = columns.map((text, column) => ({ x: spots[column]?.x ?? 0, y: margin / 2, text }));
  const ys = rows.map((text, row) => ({ x: margin / 2, y: spots[row * columns.length]?.y ?? 0, text }));
  return [...xs, ...ys];
}
