/** The files in which a game can be downloaded. Pure. */

import type { CatalogueGame } from "../../protocol";
import type { Texts } from "../../texts";

/** What the server says of a game's files: the formats in which it writes them, JSON among them or not. */
export type WrittenGame = CatalogueGame & { formats?: readonly string[] };

/** Zeitnot's own format, which every game has. */
const OWN = "json";

/** The formats of a game, those of other programs first. `known`: those that the game's view names, if the server does not
 * list any. */
export function formatsOf(game: WrittenGame | undefined, known: readonly string[] = []): string[] {
  return [...new Set([...(game?.formats ?? known).filter((format) => format !== OWN), OWN])];
}

/** `PGN`, `Transcript`. */
export function formatName(format: string, t: Texts): string {
  return t.files.formats[format] ?? format.toUpperCase();
}
