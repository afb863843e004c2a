/** The texts of sharing a game, of importing games, and of imported ones. */

export const files = {
  share: {
    title: "Share",
    link: "Link to this position",
    position: "Position as text",
    file: "Game as a file",
    copy: "Copy",
    copied: "Copied",
    copiedWhat: (what: string) => `Copied: ${what}`,
  },
  /** The formats of files whose name is a word; the others are in capitals. */
  formats: { txt: "Transcript" } as Record<string, string>,
  downloadAll: "Download all these games:",
  playFrom: "Play from here",
  from: {
    title: "Start",
    position: (ply: number) => (ply === 0 ? "From the position shown" : `From position ${ply} of that game`),
    toMove: (side: string) => `${side} to move`,
    remove: "Use the usual start",
  },
  imported: {
    tag: "Imported",
    unnamed: "Unnamed",
    noResult: "The file has no result.",
    round: (round: string) => `round ${round}`,
    title: "Imported game",
    position: "Imported position",
  },
  sheet: {
    open: "Import a game",
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
  },
};

export type FileTexts = typeof files;
