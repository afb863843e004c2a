/** Numbers of wins, draws and losses. Pure. */

export interface Results {
  wins?: number;
  draws?: number;
  losses?: number;
}

/** The share of the points, such as `62 %`. */
export function scoreText({ wins = 0, draws = 0, losses = 0 }: Results): string {
  const games = wins + draws + losses;
  return games === 0 ? "" : `${Math.round((100 * (wins + draws / 2)) / games)} %`;
}

/** All of these together. */
export function total(rows: readonly Results[]): Required<Results> {
  const sum = (key: keyof Results): number => rows.reduce((before, row) => before + (row[key] ?? 0), 0);
  return { wins: sum("wins"), draws: sum("draws"), losses: sum("losses") };
}
