/** What the server has said of the games imported from this page, to show on their pages. In memory only. */

const notes = new Map<string, readonly string[]>();

export function keepNotes(game: string, said: readonly string[]): void {
  if (said.length > 0) notes.set(game, said);
}

export function notesOn(game: string): readonly string[] {
  return notes.get(game) ?? [];
}
