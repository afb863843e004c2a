/** The texts of the dialog to import games. */
export const imports = {
  title: "Import games",
  close: "Close",
  text: "Games or a position",
  hint: "Paste them, or drop a file here. Zeitnot reads PGN, SGF, PDN, GGF, MAT, transcripts, and positions such as FEN, XGID and GNU position IDs.",
  file: "Choose a file",
  game: "Game",
  detect: "Find out from the text",
  import: "Import",
  importing: "Importing …",
  loaded: (name: string, encoding: string) => `${name} · ${encoding}`,
  tooLarge: "This is more than 1 MB. Import a part of it at a time.",
  unreadable: (name: string) => `${name} could not be read. Choose it again.`,
  oneFile: "Choose one file at a time.",
  empty: "Paste a game or a position first.",
  none: "No game was imported.",
  count: (count: number) => (count === 1 ? "1 game was imported" : `${count} games were imported`),
  problems: (count: number) => (count === 1 ? "1 problem" : `${count} problems`),
  notes: "Notes",
  more: "Import more",
};

export type ImportTexts = typeof imports;
