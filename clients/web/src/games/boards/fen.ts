/** Boards in the notation of FEN: rows from the top, numbers for runs of empty cells. */

/** The letters of a position's first field, `null` for an empty cell: rows from the top. */
export type Rows = (string | null)[][];

/** The rows of a position. */
export function rowsOf(position: string): Rows {
  const board = position.split(" ")[0] ?? "";
  return board.split("/").map((row) =>
    (row.match(/\d+|./g) ?? []).flatMap((part) => (/\d/.test(part) ? Array<null>(Number(part)).fill(null) : [part])),
  );
}

/** The first two fields of FEN: the board and who is to move. A drawing needs no more. */
export function toFen(rows: Rows, side: "w" | "b"): string {
  const lines = rows.map((row) =>
    row
      .map((piece) => piece ?? "1")
      .join("")
      .replace(/1+/g, (gap) => String(gap.length)),
  );
  return `${lines.join("/")} ${side}`;
}

/** The side that is not to move. */
export function otherSide(position: string): "w" | "b" {
  return position.split(" ")[1] === "b" ? "w" : "b";
}

/** Whether the letter is a piece of the side that FEN writes in capitals. */
export function isUpper(piece: string): boolean {
  return piece !== piece.toLowerCase();
}

/** Whether two letters are pieces of one side. */
export function isSameSide(a: string, b: string): boolean {
  return isUpper(a) === isUpper(b);
}

/** Every piece with its column and row. */
export function piecesOf(rows: Rows): { piece: string; column: number; row: number }[] {
  return rows.flatMap((cells, row) =>
    cells.flatMap((piece, column) => (piece === null ? [] : [{ piece, column, row }])),
  );
}

/** The piece on a cell; `null`: none, or beyond the edge. */
export function pieceAt(rows: Rows, column: number, row: number): string | null {
  return rows[row]?.[column] ?? null;
}

/** The pieces met in one direction from a cell, nearest first. */
export function piecesAlong(rows: Rows, column: number, row: number, [dx, dy]: readonly [number, number]): string[] {
  const seen: string[] = [];
  for (let [x, y] = [column + dx, row + dy]; rows[y]?.[x] !== undefined; x += dx, y += dy) {
    const piece = pieceAt(rows, x, y);
    if (piece !== null) seen.push(piece);
  }
  return seen;
}
