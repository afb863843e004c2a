/**
 * A poker table for two: the viewer's cards below (for a spectator those of seat 0), the other's above, the public cards
 * in the middle, before each seat what it has put in in this round, and in the middle what was put in before.
 */

import type { Drawing, Label, Piece, Spot, StackedPiece } from "../boards/model";
import type { Language } from "../texts";
import { tableTexts } from "./texts";

export interface TableHand {
  /** The cards of each seat, `Ks` or `K`, `?` for one that is not visible; none before the deal. */
  cards: readonly (readonly string[])[];
  board: readonly string[];
  /** What lies before each seat, and in the middle. */
  chips: readonly [number, number];
  pot: number;
  /** The cards that have won: places among those of a seat and, after them, the public ones. */
  lit: { seat: number; places: readonly number[] };
  /** Who has the dealer's button, in a game with one. */
  dealer?: number | undefined;
}

const [WIDTH, HEIGHT, MIDDLE] = [100, 80, 50];
/** How large the cards are: half the height of their cell, of which they fill most. */
const [OWN, OTHER, BOARD, LAST] = [11, 9, 9, 5];
/** The middle of the viewer's cards, of the other's, and of the public ones. */
const ROWS = { own: 67, other: 12, board: 39.5 };
const CHIPS_Y = { own: 52.3, other: 25.6 };
/** The previous hand, in small. */
const [LAST_X, LAST_ROWS, LAST_LABEL_Y] = [90, { own: 52, board: 40, other: 28 }, 19.5];
/** A card's width in a cell of height 2, and the space between two cards. */
const [WIDE, GAP] = [1.28, 1.5];
/** The line round the felt. */
const RAIL = "M39 2.5H61A37.5 37.5 0 0 1 61 77.5H39A37.5 37.5 0 0 1 39 2.5Z";
const SUITS: Record<string, string> = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

/** A card by its name. */
export function cardPiece(card: string): Omit<Piece, "spot"> {
  if (card === "?") return { look: "card-back" };
  const [rank = "", suit] = card;
  return suit === undefined ? { look: "card", text: rank } : { look: `card-${SUITS[suit] ?? "spades"}` as Piece["look"], text: rank === "T" ? "10" : rank };
}

/** Draws a hand, and the one before it in small if it is given. */
export function drawTable(hand: TableHand, last: TableHand | undefined, viewer: number | null, language: Language): Drawing {
  const [spots, pieces, labels, stacked]: [Spot[], Piece[], Label[], StackedPiece[]] = [[], [], [], []];
  const t = tableTexts[language];
  const row = (cards: readonly string[], id: string, name: string, x: number, y: number, half: number): void => {
    cards.forEach((card, index) => {
      const spot = spotIds(id, cards.length)[index] ?? id;
      spots.push({ id: spot, name: cards.length > 1 ? `${name} ${index + 1}` : name, x: x + (index - (cards.length - 1) / 2) * (WIDE * half + GAP), y, half });
      pieces.push({ spot, ...cardPiece(card) });
    });
  };
  for (const seat of [0, 1]) {
    const side = seat === (viewer ?? 0) ? "own" : "other";
    const name = viewer === null ? t.seat(seat + 1) : t[side];
    row(hand.cards[seat] ?? [], `card ${seat + 1}`, name, MIDDLE, ROWS[side], side === "own" ? OWN : OTHER);
    stacked.push(...chipStack(hand.chips[seat] ?? 0, MIDDLE, CHIPS_Y[side]));
    if (hand.dealer === seat) stacked.push({ x: MIDDLE - 24, y: side === "own" ? ROWS.own - 5 : ROWS.other + 4, look: "dealer", text: t.dealer });
    if (last) row(last.cards[seat] ?? [], `last ${seat + 1}`, `${t.last}: ${name}`, LAST_X, LAST_ROWS[side], LAST);
  }
  row(hand.board, "board", t.board, MIDDLE, ROWS.board, BOARD);
  stacked.push(...chipStack(hand.pot, potX(hand.board.length), ROWS.board));
  if (last) {
    row(last.board, "last board", `${t.last}: ${t.board}`, LAST_X, LAST_ROWS.board, LAST);
    labels.push({ x: LAST_X, y: LAST_LABEL_Y, text: t.last, isText: true });
  }
  const own = spotIds(`card ${hand.lit.seat + 1}`, hand.cards[hand.lit.seat]?.length ?? 0);
  const all = [...own, ...spotIds("board", hand.board.length)];
  const lit = hand.lit.places.flatMap((place) => all[place] ?? []);
  return { width: WIDTH, height: HEIGHT, ground: "green", spotKind: "points", lines: [], strokes: RAIL, dots: [], labels, goals: [], spots, stacked, pieces, lit };
}

/** One card has the name alone, several have a number, too. */
function spotIds(id: string, cards: number): string[] {
  return cards === 1 ? [id] : Array.from({ length: cards }, (_, index) => `${id} ${index + 1}`);
}

/** In the middle, or left of the public cards. */
function potX(cards: number): number {
  return cards === 0 ? MIDDLE : MIDDLE - (cards / 2) * (WIDE * BOARD + GAP) - 6;
}

/** Chips in a pile, higher for more of them, with their number on top. */
function chipStack(chips: number, x: number, y: number): StackedPiece[] {
  if (chips === 0) return [];
  const height = Math.min(4, Math.ceil(Math.log2(chips + 1)));
  return Array.from({ length: height }, (_, index) => ({ x, y: y + ((height - 1) / 2 - index) * 0.8, look: "chip", text: index === height - 1 ? String(chips) : "" }));
}
