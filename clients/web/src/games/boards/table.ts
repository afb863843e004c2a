/** What lies on a table beside pieces: the doubling cube, and cards that are held or were played. Pure. */

/** The doubling cube, with the face that is up. */
export interface Cube {
  x: number;
  y: number;
  text: string;
}

export interface ShownCards {
  /** The spots of the cards in the viewer's hand: those that it cannot play when it is to move are faded. */
  handSpots?: string[];
  /** The spots of cards that are shown only because they were played last: they are faded when the viewer is to move. */
  pastSpots?: string[];
}

/** The spots of faded cards; `playable`: the spots that can be clicked, undefined while nothing can be chosen. */
export function fadedSpots({ handSpots = [], pastSpots = [] }: ShownCards, playable: ReadonlySet<string> | undefined): Set<string> {
  return new Set(playable ? [...pastSpots, ...handSpots.filter((spot) => !playable.has(spot))] : []);
}

/** Of a game of cards that is played in tricks: each seat plays a card, and one of them takes all. */
export interface TrickState {
  /** The number of the trick to which the next card is played, from 1. */
  number: number;
  /** The trick whose last card has just been played, and the seat that took it; null: another one has been begun. */
  ended: { number: number; winner: number } | null;
}
