/** Drawings as tests compare them. */

import type { Drawing, Face } from "../src/boards/model";
import { type Scene, scene } from "../src/boards/scene";

/** Every piece with its spot. */
export function pieces(drawing: Drawing): string[] {
  return drawing.pieces.map(({ spot, look, text }) => `${look}${text ?? ""}@${spot}`).sort();
}

/** Where a spot lies. */
export function centre(drawing: Drawing, spot: string): [number, number] {
  const found = drawing.spots.find(({ id }) => id === spot);
  if (!found) throw new Error(`no spot ${spot}`);
  return [found.x, found.y];
}

/** What a spectator sees of a position, or as `more` says. */
export function seen(face: Face, position: string, more: Partial<Scene> = {}): Drawing {
  return scene(face, { position, path: [], legal: [], sent: undefined, seat: 0, viewer: null, language: "en", ...more });
}
