/** Parses positions of whist: `6h6d9c8c ???? - 0 0:0`, described in docs/reference/games.md. */

import type { Look, Suit } from "../boards/model";
import type { TrickState } from "../boards/table";

const SUITS: Record<string, Suit> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const SIGNS: Record<string, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };
const RANKS = "23456789TJQKA";
/** Black and red suits alternate. */
const SUIT_ORDER = "shcd";

export interface Position {
  /** `?` is a card that the viewer cannot see. */
  hands: string[][];
  /** The cards on the table, in the order of play. */
  trick: string[];
  turn: number;
  /** The numbers of tricks of both sides. */
  won: number[];
  /** The seat that led this trick. */
  leader: number;
  /** The previous trick; empty during the first. */
  last: string[];
}

export function suitOf(card: string): Suit | undefined {
  return SUITS[card.at(-1) ?? ""];
}

/** The usual notation of a card: `10♥`. */
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

/** Parses cards such as `6h?9c`; of several possible deals, the first. */
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

/** The winner of the last trick is the seat to move, because it leads the next one. */
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

/** Sorts a hand by suit, with alternating colours if possible, and the highest card of each suit first. */
export function sorted(hand: readonly string[]): string[] {
  const suits = [...SUIT_ORDER].filter((suit) => hand.some((card) => card.endsWith(suit)));
  // With three suits, the only one of its colour is between the others.
  const isRed = (suit = "") => "hd".includes(suit);
  const lone = suits.length === 3 ? suits.find((suit) => suits.filter((other) => isRed(other) === isRed(suit)).length === 1) : undefined;
  const others = suits.filter((suit) => suit !== lone);
  const order = lone === undefined ? suits : [others[0], lone, others[1]];
  const place = (card: string): number => order.indexOf(card.at(-1)) * RANKS.length - RANKS.indexOf(card[0] ?? "");
  return [...hand].sort((a, b) => place(a) - place(b));
}
