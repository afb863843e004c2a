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
  importGames: "Import a game",
};

export type FileTexts = typeof files;
