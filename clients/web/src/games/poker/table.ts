/**
 * A poker table for two: the viewer's cards at the bottom (for spectators those of seat 0), the opponent's at the top, and
 * the public cards in the middle. The chips of this round are before each seat, those of earlier rounds in the middle.
 */

import type { Language } from "../../texts";
import type { Drawing, Label, Piece, Spot, StackedPiece } from "../boards/model";
import { tableTexts } from "./poker-texts";

export interface TableHand {
  /** The cards of each seat, such as `Ks` or `K`, or `?` for a hidden one; none before the deal. */
  cards: readonly (readonly string[])[];
  board: readonly string[];
  /** The maximum number of public cards, each of which has a place. */
  places: number;
  /** The chips before each seat, and in the middle. */
  chips: readonly [number, number];
  pot: number;
  /** The winning cards: indices among the cards of a seat followed by the public ones. */
  winningCards: { seat: number; places: readonly number[] };
  /** The seat with the dealer's button, in games with one. */
  dealer?: number | undefined;
}

const [WIDTH, HEIGHT, MIDDLE] = [100, 80, 50];
/** The sizes of cards: half the height of their cells. */
const [OWN, OTHER, BOARD, LAST] = [10.5, 9, 9, 5];
/** The y coordinates of the viewer's cards, the opponent's, and the public ones. */
const ROWS = { own: 68, other: 11.5, board: 39 };
const CHIPS_Y = { own: 52.8, other: 25.2 };
/** The place of the previous hand, which is drawn small. */
const [LAST_X, LAST_ROWS, LAST_LABEL_Y] = [90, { own: 52, board: 40, other: 28 }, 19.5];
/** The width of a card relative to half the height of its cell, and the gap between cards. */
const [WIDE, GAP] = [1.28, 1.5];
/** The line around the felt. */
const RAIL = "M40 1.5H60A38.5 38.5 0 0 1 60 78.5H40A38.5 38.5 0 0 1 40 1.5Z";
const SUITS: Record<string, string> = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

/** A card by its name. */
export function cardPiece(card: string): Omit<Piece, "spot"> {
  if (card === "?") return { look: "card-back" };
  const [rank = "", suit] = card;
  return suit === undefined ? { look: "card", text: rank } : { look: `card-${SUITS[suit] ?? "spades"}` as Piece["look"], text: rank === "T" ? "10" : rank };
}

/** Draws a hand, and optionally the previous one, small. */
export function drawTable(hand: TableHand, last: TableHand | undefined, viewer: number | null, language: Language): Drawing {
  const [spots, pieces, labels, stacked]: [Spot[], Piece[], Label[], StackedPiece[]] = [[], [], [], []];
  const t = tableTexts[language];
  const row = (cards: readonly string[], id: string, name: string, x: number, y: number, half: number, places = cards.length): void => {
    cards.forEach((card, index) => {
      const spot = spotIds(id, cards.length)[index] ?? id;
      spots.push({ id: spot, name: cards.length > 1 ? `${name} ${index + 1}` : name, x: placeX(index, places, x, half), y, half: (WIDE / 2) * half });
      pieces.push({ spot, ...cardPiece(card), half });
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
  row(hand.board, "board", t.board, MIDDLE, ROWS.board, BOARD, hand.places);
  stacked.push(...chipStack(hand.pot, potX(hand.places), ROWS.board));
  if (last) {
    row(last.board, "last board", `${t.last}: ${t.board}`, LAST_X, LAST_ROWS.board, LAST);
    labels.push({ x: LAST_X, y: LAST_LABEL_Y, text: t.last, isText: true });
  }
  const seatSpots = spotIds(`card ${hand.winningCards.seat + 1}`, hand.cards[hand.winningCards.seat]?.length ?? 0);
  const all = [...seatSpots, ...spotIds("board", hand.board.length)];
  const winningCardSpots = hand.winningCards.places.flatMap((place) => all[place] ?? []);
  return { width: WIDTH, height: HEIGHT, ground: "green", spotKind: "points", lines: [], strokes: RAIL + emptyPlaces(hand), dots: [], labels, goals: [], spots, stacked, pieces, winningCardSpots };
}

/** Spot ids of cards; several cards are numbered. */
function spotIds(id: string, cards: number): string[] {
  return cards === 1 ? [id] : Array.from({ length: cards }, (_, index) => `${id} ${index + 1}`);
}

/** The x coordinate of a card in a row. */
function placeX(index: number, places: number, x: number, half: number): number {
  return x + (index - (places - 1) / 2) * (WIDE * half + GAP);
}

/** The x coordinate of the pot: in the middle, or left of the public cards. */
function potX(places: number): number {
  return places === 0 ? MIDDLE : placeX(0, places, MIDDLE, BOARD) - 13;
}

/** The outlines of public cards that are still to come, as a path. */
function emptyPlaces({ cards, board, places }: TableHand): string {
  if (cards.length === 0) return "";
  const [width, height] = [WIDE * BOARD - 1, 1.84 * BOARD - 1];
  const empty = Array.from({ length: places }, (_, index) => index).slice(board.length);
  return empty.map((index) => `M${placeX(index, places, MIDDLE, BOARD) - width / 2} ${ROWS.board - height / 2}h${width}v${height}h${0 - width}z`).join("");
}

/** A pile of chips, higher for more of them, with their number on top. */
function chipStack(chips: number, x: number, y: number): StackedPiece[] {
  if (chips === 0) return [];
  const height = Math.min(4, Math.ceil(Math.log2(chips + 1)));
  return Array.from({ length: height }, (_, index) => ({ x, y: y + ((height - 1) / 2 - index) * 0.8, look: "chip", text: index === height - 1 ? String(chips) : "" }));
}
