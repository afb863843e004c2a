/** Objects on a table other than pieces: the doubling cube, and the cards in a hand or played before. Pure. */

/** The doubling cube, with the face that is up. */
export interface Cube {
  x: number;
  y: number;
  text: string;
}

export interface ShownCards {
  /** The spots of the cards in the viewer's hand. On the viewer's turn, unplayable ones are faded. */
  handSpots?: string[];
  /** The spots of cards that were played before and are still shown. On the viewer's turn they are faded. */
  pastSpots?: string[];
}

/** The spots of faded cards. `playable`: the spots that can be clicked; undefined: the viewer is not to move. */
export function fadedSpots({ handSpots = [], pastSpots = [] }: ShownCards, playable: ReadonlySet<string> | undefined): Set<string> {
  return new Set(playable ? [...pastSpots, ...handSpots.filter((spot) => !playable.has(spot))] : []);
}

/** The tricks of a card game: each seat plays a card, and one seat takes all of them. */
export interface TrickState {
  /** The number of the trick to which the next card is played, from 1. */
  number: number;
  /** The trick that has just been completed, and the seat that took it; null: the next trick has begun. */
  ended: { number: number; winner: number } | null;
}
