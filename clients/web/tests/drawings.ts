/** Helpers that compare drawings. */

import type { Drawing, GameView } from "../src/games/boards/model";
import { type Scene, scene } from "../src/games/boards/scene";

/** Every piece with its spot. */
export function pieces(drawing: Drawing): string[] {
  return drawing.pieces.map(({ spot, look, text }) => `${look}${text ?? ""}@${spot}`).sort();
}

/** The coordinates of a spot. */
export function centre(drawing: Drawing, spot: string): [number, number] {
  const found = drawing.spots.find(({ id }) => id === spot);
  if (!found) throw new Error(`no spot ${spot}`);
  return [found.x, found.y];
}

/** The drawing of a position for a spectator, or with the fields of `more`. */
export function drawn(gameView: GameView, position: string, more: Partial<Scene> = {}): Drawing {
  return scene(gameView, { position, path: [], legal: [], pendingMove: undefined, seat: 0, viewer: null, language: "en", ...more });
}
