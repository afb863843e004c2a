/** The texts around the rules of a game. */

export const rules = {
  title: "Rules",
  of: (game: string) => `Rules: ${game}`,
  read: "Read the rules",
  close: "Close the rules",
  all: "The rules of all games",
  play: "Play",
  loading: "The rules are being loaded …",
  failed: "The rules could not be loaded.",
  unknown: (game: string) => `There are no rules for ${game}. Here are all games.`,
  none: "The rules of this game are not written here yet.",
  first: "For your first game",
  understood: "Do not show this again",
  sections: { goal: "The goal", turn: "A turn", end: "The end", here: "On this server" },
};
