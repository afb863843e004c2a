/**
 * The game in which the user has asked for a seat with a click in a list: its page sits down as soon as it is connected.
 *
 * The wish is in memory and not in the URL: a link must never take a seat by being opened.
 */

let wished: SeatWish | null = null;

/** `seat`: the one that was chosen; null: any. */
export interface SeatWish {
  game: string;
  seat: number | null;
}

export function wishSeat(game: string, seat: number | null = null): void {
  wished = { game, seat };
}

/** The wish for a seat in this game; any wish is fulfilled or forgotten with the next game shown. */
export function takeWish(game: string): SeatWish | null {
  const wish = wished?.game === game ? wished : null;
  wished = null;
  return wish;
}
