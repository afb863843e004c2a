/** The texts of the exact values of moves. */
export const values = {
  title: "Exact values",
  legend: "With best play: + wins, 0 draws, − loses; the number: plies to the end.",
  unsolved: "?: not solved in the time allowed.",
  solving: "Solving …",
  over: "The game is over here. Go back a move to see what each move leads to.",
  best: "best",
  mover: (name: string) => `${name} is to move.`,
  played: (what: string) => `Played: ${what}.`,
  equilibrium: (moves: readonly string[]) => `An equilibrium, which cannot be exploited, plays ${moves.join(", ")}; in brackets what the move gains on average.`,
  plies: (moves: readonly string[]) => `Plies to the end: ${moves.join(", ")}.`,
  margins: (moves: readonly string[]) => `Margins: ${moves.join(", ")}.`,
  notSolved: (moves: readonly string[]) => `Not solved: ${moves.join(", ")}.`,
  winning: (moves: readonly string[]) => `Winning moves: ${moves.join(", ")}.`,
  drawing: (moves: readonly string[]) => `Drawing moves: ${moves.join(", ")}.`,
  all: { won: "Every move wins with best play.", drawn: "Every move draws with best play.", lost: "Every move loses with best play." },
  others: { drawn: "All others draw.", lost: "All others lose.", mixed: "All others draw or lose." },
  spokenMargin: {
    won: (move: string, margin: number) => `${move}: wins by ${margin}`,
    lost: (move: string, margin: number) => `${move}: loses by ${margin}`,
  },
  spoken: {
    won: (move: string, plies: number) => `${move}: wins in ${plies === 1 ? "1 ply" : `${plies} plies`}`,
    drawn: (move: string) => `${move}: draws`,
    lost: (move: string, plies: number) => `${move}: loses in ${plies === 1 ? "1 ply" : `${plies} plies`}`,
    open: (move: string) => `${move}: not solved in the time allowed`,
  },
};

export type ValueTexts = typeof values;
