/** The texts of the filters of the list of games, loaded with it. */
export const filters = {
  speed: "Speed",
  control: "Clock",
  rated: "Rating",
  onlyRated: "Rated",
  onlyCasual: "Not rated",
  minMoves: "At least (moves)",
  maxMoves: "At most (moves)",
  position: "Position",
  positionHint: "The position in the game's notation. The first 40 moves of games are searched.",
  positionNeedsGame: "Choose a game first.",
};

export type FilterTexts = typeof filters;
