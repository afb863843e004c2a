/** The boards whose points are too small for fingers, by their width in pixels. */

import { expect, it } from "vitest";

import type { GameView } from "../../src/games/boards/model";
import { hasSmallSpots } from "../../src/games/boards/zoom";
import { drawn } from "../drawings";
import { GAME_VIEWS } from "../game-views";

const ROWS = Array.from({ length: 19 }, () => "19").join("/");

it.each([
  ["go", "9/9/9/9/9/9/9/9/9 x - 0 0,0", 335, false],
  ["go", `${ROWS} x - 0 0,0`, 390, true],
  ["go", `${ROWS} x - 0 0,0`, 900, false],
  ["xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", 360, false],
])("the points of %s are close together, or not", (game, position, pixels, isSmall) => {
  expect(hasSmallSpots(drawn(GAME_VIEWS[game] as GameView, position), pixels)).toBe(isSmall);
});
