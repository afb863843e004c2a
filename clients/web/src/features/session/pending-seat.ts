/**
 * The seat that the user has requested with a click in a list. The page of the game takes it as soon as it is connected.
 *
 * The request is in memory and not in the URL, because opening a link must never take a seat.
 */

let pending: PendingSeat | null = null;

/** `seat`: the chosen one; null: any. */
export interface PendingSeat {
  game: string;
  seat: number | null;
}

export function requestSeat(game: string, seat: number | null = null): void {
  pending = { game, seat };
}

/** Returns the request for a seat in this game, if there is one. Any request is discarded when the next game is shown. */
export function takePendingSeat(game: string): PendingSeat | null {
  const found = pending?.game === game ? pending : null;
  pending = null;
  return found;
}
