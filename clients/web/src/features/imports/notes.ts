/** The server's notes on the games imported from this page, to show on their pages. In memory only. */

const notes = new Map<string, readonly string[]>();

export function keepNotes(game: string, sent: readonly string[]): void {
  if (sent.length > 0) notes.set(game, sent);
}

export function notesOn(game: string): readonly string[] {
  return notes.get(game) ?? [];
}
