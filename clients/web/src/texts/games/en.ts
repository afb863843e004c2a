/** The texts that several games share: settings, pieces, sides, moves, ends. */

import type { GameTexts } from "./model";

export const gameTexts: GameTexts = {
  settings: { size: "Size", first: "Moves first", red: "Red", blue: "Blue", yes: "Yes", no: "No" },
  pieces: {
    "seat-0": "blue circle",
    "seat-1": "orange square",
    "seat-2": "green triangle",
    "seat-3": "purple diamond",
    "seat-4": "turquoise hexagon",
    "seat-5": "pink cross",
    card: "card",
    "card-spades": "spades",
    "card-hearts": "hearts",
    "card-diamonds": "diamonds",
    "card-clubs": "clubs",
    "card-back": "card, face down",
  },
  seats: { black: "Black", white: "White", red: "Red", blue: "Blue" },
  moves: { pass: "Pass" },
  ends: {
    checkmate: "checkmate",
    "dead position": "nobody can win any more",
    repetition: "by repetition",
    "ended by the operator": "ended by the operator",
    "adjudicated by the operator": "adjudicated by the operator",
    "the bot was wanted by others": "the bot was needed for other games while this one waited",
    "only bots were left": "only bots would have played on",
  },
};
