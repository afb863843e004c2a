/** The games that the page can draw, by id. A new game is one file and one line here. */

import { ewn } from "./ewn";
import type { Face } from "./model";
import { niujiaoqi } from "./niujiaoqi";
import { othello } from "./othello";
import { tictactoe } from "./tictactoe";

export const FACES: Record<string, Face> = { tictactoe, niujiaoqi, othello, ewn };

export function faceOf(game: string): Face | undefined {
  return FACES[game];
}
