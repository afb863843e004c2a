/** Reads files and sends games to the server. */

import { api } from "../../app/server/api";
import { type Imports, MAX_IMPORT_BYTES } from "../../protocol";
import { type DecodedFile, decodeFile } from "./decode";
import { keepNotes } from "./notes";

/** Whether a text is larger than the server takes. */
export function isTooLarge(text: string): boolean {
  return text.length > MAX_IMPORT_BYTES || new TextEncoder().encode(text).length > MAX_IMPORT_BYTES;
}

/** The text of a file; null: it is too large to import. Rejects if it cannot be read. */
export async function readFile(file: Blob): Promise<DecodedFile | null> {
  // No encoding takes more than twice the bytes of UTF-8.
  if (file.size > 2 * MAX_IMPORT_BYTES) return null;
  const read = decodeFile(new Uint8Array(await file.arrayBuffer()));
  return isTooLarge(read.text) ? null : read;
}

/** Imports games or a position. If the text has one game and no problem, returns its URL, and stores the server's notes on it
 * for its page; otherwise returns the answer, to be listed. `game`: the game's id, if the text does not tell. Throws ApiError. */
export async function importText(text: string, game = ""): Promise<string | Imports> {
  const answer = await api.importGames({ text, ...(game && { game_type: game }) });
  const [only, ...others] = answer.games;
  if (!only || others.length > 0 || answer.problems.length > 0) return answer;
  keepNotes(only.id, answer.notes);
  return only.url;
}
