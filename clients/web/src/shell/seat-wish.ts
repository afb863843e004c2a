/**
 * The game in which the user has asked for a seat with a click in a list: its page sits down as soon as it is connected.
 *
 * The wish is in memory and not in the URL: a link must never take a seat by being opened.
 */

let wished: string | null = null;

export function wishSeat(game: string): void {
  wished = game;
}

/** Whether a seat in this game is wished for; any wish is fulfilled or forgotten with the next game shown. */
export function takeWish(game: string): boolean {
  const isWished = wished === game;
  wished = null;
  return isWished;
}
