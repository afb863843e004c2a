/** The games that the page can draw, by id. A new game is one file and one line here. */

import { backgammon } from "./backgammon";
import { chess } from "./chess";
import { ewn } from "./ewn";
import type { Face } from "./model";
import { niujiaoqi } from "./niujiaoqi";
import { othello } from "./othello";
import { tictactoe } from "./tictactoe";
import { xiangqi } from "./xiangqi";

export const FACES: Record<string, Face> = { tictactoe, niujiaoqi, othello, chess, xiangqi, ewn, backgammon };

export function faceOf(game: string): Face | undefined {
  return FACES[game];
}
