/** The lessons that explain how the textbook bots choose their moves. */

export const lessons = {
  title: "How a computer chooses a move",
  intro: "Each textbook bot plays by one method and a fixed limit. Play against it to see what its method sees, and what it misses.",
  bots: "Bots that play like this",
  try: "See it work, in a terminal:",
  more: "More lessons, with examples to run, are in the source tree: docs/tutorial/lessons.md.",
  sections: {
    minimax: {
      title: "Minimax",
      text: [
        "The bot tries each of its moves and each answer to it. You will choose the answer that is best for you, so a move is worth as much as its worst answer. The bot plays the move that is worth most.",
        "It cannot search to the end of the game. At its limit it estimates the position, for example by the pieces that are left. A trap that is one move longer than the limit remains invisible.",
      ],
    },
    alphabeta: {
      title: "Alpha-beta",
      text: [
        "As soon as one answer makes a move worse than the best one so far, the other answers no longer matter. Alpha-beta skips them. What it skips cannot change its choice: it plays as minimax does at the same depth.",
        "How much it skips depends on the order of the moves. If the best move always comes first, it visits about the square root of the positions that minimax visits.",
      ],
    },
    chance: {
      title: "Chance",
      text: [
        "No player chooses the throw. Before a throw, the value of a position is the average over all throws, weighted by their probabilities. Minimax with such averages between the moves is called expectiminimax.",
        "Means depend on how much the estimates differ, and not only on which is greater. So an estimate should rise in proportion to the chance of winning.",
      ],
    },
    uct: {
      title: "Random games",
      text: [
        "This bot does not estimate positions. It plays the game to its end with random moves, many times, and counts how often each of its moves wins.",
        "UCT keeps the counts in a tree that grows with each random game. It follows the moves that have won most often, and from time to time one that it has seldom tried.",
      ],
    },
  },
};

export type LessonTexts = typeof lessons;
