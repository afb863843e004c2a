/** The texts of playing a move: typed moves, moves in advance, captured pieces. */

export const playing = {
  typed: {
    label: "Type a move",
    hint: "Type a move as the list writes it, then press Enter. Press / to come here.",
    none: (text: string) => `“${text}” is not a legal move here.`,
    which: (moves: readonly string[]) => `Which one: ${moves.join(" · ")}?`,
    notYet: "It is not your turn yet.",
  },
  premove: {
    spot: "choose a premove",
    planned: (spots: readonly string[]) => `Premove: ${spots.join(" to ")}`,
    cancel: "Cancel the premove",
  },
  confirm: {
    play: (move: string) => `Play ${move}`,
    cancel: "Cancel",
    again: (move: string) => `${move} is shown. Choose it again, or Play, to play there.`,
  },
  zoom: { title: "Zoom", in: "Zoom in", out: "Zoom out", whole: "Whole board" },
  dead: "marked as dead",
  forbidden: "not allowed",
  prisoners: (count: number) => (count === 1 ? "1 stone captured" : `${count} stones captured`),
  captured: {
    /** What a side has captured more of than the other. */
    pieces: (names: readonly string[]) => `More captured: ${names.join(", ")}`,
    counted: (name: string, count: number) => `${count} × ${name}`,
    ahead: (points: number) => (points === 1 ? "1 point ahead in material" : `${points} points ahead in material`),
  },
};

export type Playing = typeof playing;
