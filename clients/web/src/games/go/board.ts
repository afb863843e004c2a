/** The board of Go: lines, star points, coordinates, stones and the marks on them. */

import { stoneBoards } from "../boards/lattice";
import { type Drawing, type Look, letter } from "../boards/model";
import { memoized } from "../boards/memoize";
import { type Position, pointName, read } from "./position";
import { owners } from "./territory";

export const LOOKS: readonly Look[] = ["black", "white"];

const emptyBoard = stoneBoards((column) => letter(column, "i").toUpperCase());

/** The territory of each side, once both have passed. */
function territory(position: Position): Drawing["territory"] {
  if (position.passes < 2) return [];
  const owner = owners(position);
  const { size, stones } = position;
  return LOOKS.map((look, side) => ({
    look,
    spots: owner.flatMap((one, index) => (one === side && stones[index] === null ? [pointName(index, size)] : [])),
  }));
}

/** Draws a position; memoized, so that an unchanged position is drawn once. */
export const draw = memoized((text: string): Drawing => {
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
