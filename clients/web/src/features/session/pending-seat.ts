/**
 * The game in which the user has asked for a seat with a click in a list: its page sits down as soon as it is connected.
 *
 * The found is in memory and not in the URL: a link must never take a seat by being opened.
 */

let pending: PendingSeat | null = null;

/** `seat`: the one that was chosen; null: any. */
export interface PendingSeat {
  game: string;
  seat: number | null;
}

export function requestSeat(game: string, seat: number | null = null): void {
  pending = { game, seat };
}

/** The found for a seat in this game; any found is fulfilled or forgotten with the next game shown. */
export function takePendingSeat(game: string): PendingSeat | null {
  const found = pending?.game === game ? pending : null;
  pending = null;
  return found;
}
