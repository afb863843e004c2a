/** The texts of the page of opening books. */
export const books = {
  title: "Opening books",
  intro: "What was played from here, and how it ended.",
  sources: "Which games are included",
  learnt: [
    "Games from the usual start that ended by the rules, and games resigned, agreed drawn or drawn by repetition after at least 10 moves a side; of each the first 20 moves a side.",
    "Not games that ended on time, by absence or by the operator, nor those that a player left while the others played on.",
    "In 24 hours, per type of game, at most 1 game between the same players and 2 with players from the same address (the server's own machine does not count), so that a few people cannot fill the book.",
    "Games that the operator has added from files.",
  ],
  move: "Move",
  count: "Games",
  bar: "Won, drawn, lost by the mover",
  score: "Score",
  last: "Last played",
  start: "Start",
  none: "No game has reached this position yet. Play one, and its moves will appear here.",
  noGames: "No game on this server has an opening book.",
  throwDue: "The dice are thrown next: choose a throw.",
  bars: (wins: number, draws: number, losses: number) => `${wins} won, ${draws} drawn, ${losses} lost`,
};

export type BookTexts = typeof books;
