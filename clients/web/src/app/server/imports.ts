/** The messages of an import. */

export type { ImportedGame, Imports as ImportAnswer, NewImport } from "../../protocol";
