/** The files in which a game can be downloaded. Pure. */

import type { GameView } from "../../games/boards/model";
import type { CatalogueGame } from "../../protocol";
import type { Texts } from "../../texts";

/** Zeitnot's own format, which every game has. */
const OWN = "json";

/** The formats of a game that begins at this position, those of other programs first. */
export function formatsOf(game: CatalogueGame | undefined, view?: Pick<GameView, "hasFile">, start = ""): string[] {
  return [...(game?.formats ?? []).filter((format) => view?.hasFile?.(format, start) ?? true), OWN];
}

/** `PGN`, `Transcript`. */
export function formatName(format: string, t: Texts): string {
  return t.files.formats[format] ?? format.toUpperCase();
}
