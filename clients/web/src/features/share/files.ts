/** The files in which a game can be downloaded. Pure. */

import type { CatalogueGame } from "../../protocol";
import type { Texts } from "../../texts";

/** Zeitnot's own format, which every game has. */
const OWN = "json";

/** The formats of a game, those of other programs first. */
export function formatsOf(game: CatalogueGame | undefined): string[] {
  return [...(game?.formats ?? []), OWN];
}

/** `PGN`, `Transcript`. */
export function formatName(format: string, t: Texts): string {
  return t.files.formats[format] ?? format.toUpperCase();
}
