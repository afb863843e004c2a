/** Go: moves are those of GTP, `D4` and `pass`, and while dead stones are marked `dead D4`, `done` and `resume`. */

import type { GameView } from "../boards/model";
import { LOOKS, draw } from "./board";
import { moveSpots, positionAfter, stonePoint } from "./moves";
import { notes, question } from "./notes";
import { read } from "./position";

export const gameView: GameView = {
  sample: "9/2x3o2/3xxoo2/2xo1x3/2oox1x2/3o1ox2/2ox1o3/5x3/9 x - 0 0,0",
  looks: [...LOOKS],
  dieSides: 0,
  draw,
  moveSpots,
  positionAfter,
  stoneOf: (move, seat) => (stonePoint(move) === null ? undefined : LOOKS[seat]),
  notes,
  question,
  canPremove: (position) => read(position).passes < 2,
  // In Chinese the verb follows the point.
  notation: (move, _, language) => (move.startsWith("dead ") && language !== "en" ? `${move.slice(5)} 死` : undefined),
  // While dead stones are marked, a point without a verb marks the group on it.
  readMove: (text, legal) => legal.filter((move) => move === `dead ${text.trim().toUpperCase()}`),
  // Marking is not a numbered move of the game record.
  isNumbered: (move) => move === "pass" || stonePoint(move) !== null,
  splitMoves: (line) => line.match(/dead \S+|\S+/g) ?? [],
  tallies(position) {
    const [black, white] = read(position).captured;
    return [{ captures: { look: "white", count: white } }, { captures: { look: "black", count: black } }];
  },
};
