/** The games that the page can draw, by id: every folder here with a `face.ts`. */

import type { Face } from "../boards/model";

const FOUND = import.meta.glob<Face>("./*/face.ts", { eager: true, import: "face" });

export const FACES: Readonly<Record<string, Face>> = Object.fromEntries(
  Object.entries(FOUND).map(([path, face]) => [path.split("/")[1], face]),
);

export function faceOf(game: string): Face | undefined {
  return FACES[game];
}
