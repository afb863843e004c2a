/** The board of Go: lines, star points, coordinates, stones and the marks on them. */

import { dotsOf, edgeNames, lattice } from "../../boards/lattice";
import { type Drawing, type Look, letter } from "../../boards/model";
import { remembering } from "../../boards/recent";
import { type Position, pointName, read } from "./position";
import { owners } from "./territory";

export const LOOKS: readonly Look[] = ["black", "white"];

/** The margin has room for numbers of one figure or two. */
function marginOf(size: number): number {
  return size > 9 ? 7 : 4;
}

/** Boards without stones, by their size: what does not change stays the same object, so that it is drawn once. */
const boards = new Map<number, Drawing>();

function emptyBoard(size: number): Drawing {
  const known = boards.get(size);
  if (known) return known;
  const [lines, margin] = [Array.from({ length: size }, (_, line) => line), marginOf(size)];
  const board = lattice(size, size, (column, row) => pointName(row * size + column, size), margin);
  const columns = lines.map((line) => letter(line, "i").toUpperCase());
  const made: Drawing = {
    ...board,
    hasStones: true,
    // Where handicap stones are put, and the middle.
    dots: dotsOf(size, margin),
    labels: edgeNames(board, columns, lines.map((line) => String(size - line)), margin),
  };
  boards.set(size, made);
  return made;
}

/** The empty points of each side, once both have passed. */
function territory(position: Position): Drawing["territory"] {
  if (position.passes < 2) return [];
  const owner = owners(position);
  const { size, stones } = position;
  return LOOKS.map((look, side) => ({
    look,
    spots: owner.flatMap((one, index) => (one === side && stones[index] === null ? [pointName(index, size)] : [])),
  }));
}

/** The board with its stones; the same object for the same text, so that it is drawn once. */
export const draw = remembering((text: string): Drawing => {
  const position = read(text);
  const { size, stones, ko, marking } = position;
  return {
    ...emptyBoard(size),
    pieces: stones.flatMap((stone, index) => (stone === null ? [] : [{ spot: pointName(index, size), look: LOOKS[stone] ?? "black" }])),
    deadSpots: marking?.dead.map((index) => pointName(index, size)) ?? [],
    koSpots: ko === null ? [] : [pointName(ko, size)],
    territory: territory(position),
  };
});
