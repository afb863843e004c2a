/** The texts of playing a move: typed moves, moves in advance, captured pieces, sounds. */

export const playing = {
  typed: {
    label: "Type a move",
    hint: "Type a move as the list writes it, then press Enter. Press / to come here.",
    none: (text: string) => `“${text}” is not a legal move here.`,
    which: (moves: readonly string[]) => `Which one: ${moves.join(" · ")}?`,
    notYet: "It is not your turn yet.",
  },
  premove: {
    title: "Premoves",
    hint: "Choose your next move while the other side thinks. It is played if it is legal then.",
    spot: "choose a premove",
    planned: (spots: readonly string[]) => `Premove: ${spots.join(" to ")}`,
    cancel: "Cancel the premove",
  },
  challenges: {
    title: "Bots may ask me for games",
    hint: "Bots that you have played with, while this page is open. Declining one stops it and its owner's other bots for a day.",
  },
  confirm: {
    title: "Confirm stones",
    when: { always: "Always", phones: "On touch screens", never: "Never" },
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
  sounds: { title: "Sounds", volume: "Volume", percent: (share: number) => `${share} %` },
};

export type Playing = typeof playing;
