/** Whist's positions as values: `6h6d9c8c ???? - 0 0:0`, docs/reference/games.md says what each word is. */

import type { Look, Suit } from "../boards/model";
import type { TrickState } from "../boards/table";

const SUITS: Record<string, Suit> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const SIGNS: Record<string, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };
const RANKS = "23456789TJQKA";
/** Black and red by turns. */
const SUIT_ORDER = "shcd";

export interface Position {
  /** `?` for a card that the viewer does not see. */
  hands: string[][];
  /** The cards on the table, in the order of play. */
  trick: string[];
  turn: number;
  /** The tricks of both sides. */
  won: number[];
  /** The seat that led to this trick, by taking the one before. */
  leader: number;
  /** The trick before; empty before the second one. */
  last: string[];
}

export function suitOf(card: string): Suit | undefined {
  return SUITS[card.at(-1) ?? ""];
}

/** The card as people write it: `10♥`. */
export function cardText(card: string): string {
  const rank = card.slice(0, -1);
  return `${rank === "T" ? "10" : rank}${SIGNS[card.at(-1) ?? ""] ?? ""}`;
}

export function signOf(suit: string): string {
  return SIGNS[suit[0] ?? ""] ?? "";
}

export function pieceOf(card: string): { look: Look; text?: string } {
  const suit = suitOf(card);
  return suit ? { look: `card-${suit}`, text: cardText(card).slice(0, -1) } : { look: "card-back" };
}

/** `6h?9c` as cards; of several deals that are possible the first. */
function cardsOf(word = "-"): string[] {
  return word.split("|")[0]?.match(/\?|[2-9TJQKA][cdhs]/g) ?? [];
}

export function parsePosition(text: string): Position {
  const words = text.split(" ");
  const seats = words.findIndex((word) => /^\d+:\d+$/.test(word)) - 2;
  const [trick = "-", turn = "0", won = "0:0", record = ""] = words.slice(Math.max(seats, 0));
  const [table, last] = [cardsOf(trick), cardsOf(record.split("/").at(-1))];
  return {
    hands: words.slice(0, seats).map(cardsOf),
    trick: table,
    turn: Number(turn),
    won: won.split(":").map(Number),
    leader: (Number(turn) + 2 * seats - table.length) % seats,
    last,
  };
}

/** Who takes a trick leads the next, or would after the last one. */
export function trickState(text: string): TrickState {
  const { won, trick, last, turn } = parsePosition(text);
  const played = won.reduce((sum, tricks) => sum + tricks, 0);
  return { number: played + 1, ended: trick.length === 0 && last.length > 0 ? { number: played, winner: turn } : null };
}

/** The index of the card that takes a trick; `trump`: the letter of a suit, or empty. */
export function winningIndex(cards: readonly string[], trump: string): number {
  const strength = (card: string): number => (card.endsWith(trump || "-") ? 100 : card.at(-1) === cards[0]?.at(-1) ? 50 : 0) + RANKS.indexOf(card[0] ?? "");
  return cards.reduce((best, card, index) => (strength(card) > strength(cards[best] ?? "") ? index : best), 0);
}

/** A hand as it is held: by suits, black and red by turns where it can be, in each the highest first. */
export function sorted(hand: readonly string[]): string[] {
  const held = [...SUIT_ORDER].filter((suit) => hand.some((card) => card.endsWith(suit)));
  // Of three suits the one of its own colour stands between the others.
  const isRed = (suit = "") => "hd".includes(suit);
  const lone = held.length === 3 ? held.find((suit) => held.filter((other) => isRed(other) === isRed(suit)).length === 1) : undefined;
  const others = held.filter((suit) => suit !== lone);
  const order = lone === undefined ? held : [others[0], lone, others[1]];
  const place = (card: string): number => order.indexOf(card.at(-1)) * RANKS.length - RANKS.indexOf(card[0] ?? "");
  return [...hand].sort((a, b) => place(a) - place(b));
}
