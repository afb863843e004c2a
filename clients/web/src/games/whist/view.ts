/**
 * Whist: the viewer's hand is at the bottom (for spectators that of seat 0), and the next seats are to the left, opposite
 * and to the right. Each card of the trick is before its seat. The previous trick is small beside the seat that took it, or
 * in the middle until the next card is led. The id of a spot is its card, wherever the card is.
 */

import type { Settings } from "../../protocol";
import type { Language } from "../../texts";
import type { Drawing, GameView, Label, Piece, Spot, StackedPiece } from "../boards/model";
import { type Position, cardText, parsePosition, pieceOf, signOf, sorted, trickState, winningIndex } from "./cards";
import { describePosition } from "./description";
import { SEATS, tableTexts } from "./texts";

const WIDTH = 100;
const MIDDLE = { x: WIDTH / 2, y: 41 };
/** Half the size of the cell of a card; the card is 0.64 as wide and 0.92 as high. */
const TABLE_HALF = 9;
const CORNER_HALF = 4.6;
const BACK_STEP = 2.4;
const ROW = { first: 77, step: 19, half: 9.6, maxCards: 7, spread: 13.4 };
/** An open hand of another seat: the steps within a row at the top and a column at the side, and between two of them. */
const OPEN = { along: 6.4, down: 7.2, row: 8.6, column: 6.4, edge: 5 };
/** The place of the previous trick, by the direction of the seat that took it, and the offset of its label. */
const LAST = { below: { x: 16, y: 62, label: -6 }, left: { x: 25, y: 16, label: 6.5 }, above: { x: 84, y: 7, label: 7.5 }, right: { x: 84, y: 62, label: -6 } };

/** The directions of seats from the middle, starting with the viewer. */
const AROUND = {
  2: [{ x: 0, y: 1 }, { x: 0, y: -1 }],
  4: [{ x: 0, y: 1 }, { x: -1, y: 0 }, { x: 0, y: -1 }, { x: 1, y: 0 }],
};

class Table {
  readonly spots: Spot[] = [];
  readonly pieces: Piece[] = [];
  readonly stacked: StackedPiece[] = [];
  readonly labels: Label[] = [];
  readonly handSpots: string[] = [];
  readonly pastSpots: string[] = [];
  readonly winningCardSpots: string[] = [];
  height = ROW.first + ROW.half + 2;

  constructor(
    readonly position: Position,
    readonly viewer: number | null,
    readonly trump: string,
    readonly language: Language,
  ) {}

  seatName(seat: number): string {
    return SEATS[this.language][seat] ?? "";
  }

  get seats(): number {
    return this.position.hands.length;
  }

  /** The direction of a seat, as seen by the viewer. */
  direction(seat: number): { x: number; y: number } {
    const places = AROUND[this.seats === 4 ? 4 : 2];
    return places[(seat - (this.viewer ?? 0) + this.seats) % this.seats] ?? { x: 0, y: 0 };
  }

  /** `where`: whose hand the card is in, or who has played it. */
  card(card: string, where: string, x: number, y: number, half: number): void {
    this.spots.push({ id: card, name: where, x, y, half: 0.64 * half, area: { x: x - 0.64 * half, y: y - 0.92 * half, width: 1.28 * half, height: 1.84 * half } });
    this.pieces.push({ spot: card, ...pieceOf(card), half });
  }

  /** Adds the hand at the bottom, in one row or two. */
  hand(seat: number): void {
    const hand = this.position.hands[seat] ?? [];
    if (hand.includes("?")) return this.backs(seat);
    const t = tableTexts[this.language];
    const where = this.viewer === null ? t.hand(this.seatName(seat)) : t.own;
    const cards = sorted(hand);
    rowsOf(cards).forEach((row, line) => {
      row.forEach((card, index) => this.card(card, where, MIDDLE.x + (index - (row.length - 1) / 2) * ROW.spread, ROW.first + line * ROW.step, ROW.half));
    });
    this.handSpots.push(...cards);
    if (this.isLong) this.height += ROW.step;
  }

  /** Whether hands had two rows initially, so that the table keeps its height. */
  get isLong(): boolean {
    const [first = 0, second = 0] = this.position.won;
    return first + second + Math.max(...this.position.hands.map((hand) => hand.length)) > ROW.maxCards;
  }

  /** Adds cards face down before a seat. */
  backs(seat: number): void {
    const [hand, { x, y }] = [this.position.hands[seat] ?? [], this.direction(seat)];
    hand.forEach((_, index) => {
      const along = (index - (hand.length - 1) / 2) * BACK_STEP;
      const at = { x: MIDDLE.x + 44 * x + (y === 0 ? 0 : along), y: y > 0 ? ROW.first : MIDDLE.y + 35 * y + (y === 0 ? along : 0) };
      this.stacked.push({ ...at, look: "card-back", text: "" });
    });
  }

  /** Adds the open cards of another seat after the end: rows at the top, or columns at a side. */
  open(seat: number): void {
    const [cards, { x, y }] = [sorted(this.position.hands[seat] ?? []), this.direction(seat)];
    rowsOf(cards).forEach((row, line) => {
      row.forEach((card, index) => {
        const place = index - (row.length - 1) / 2;
        const column = OPEN.edge + line * OPEN.column;
        const at = y !== 0 ? { x: MIDDLE.x + place * OPEN.along, y: MIDDLE.y - 35 + line * OPEN.row } : { x: x < 0 ? column : WIDTH - column, y: MIDDLE.y + place * OPEN.down };
        const piece = pieceOf(card);
        this.stacked.push({ ...at, look: piece.look, text: piece.text ?? "" });
      });
    });
  }

  /** Adds the cards of another seat and its name, below a row or above a column. */
  others(seat: number): void {
    const [hand, { x, y }] = [this.position.hands[seat] ?? [], this.direction(seat)];
    const isOpen = !hand.includes("?");
    if (isOpen) this.open(seat);
    else this.backs(seat);
    const rows = rowsOf(isOpen ? hand : [hand.join("")]);
    const half = (Math.max(1, isOpen ? (rows[0]?.length ?? 0) : hand.length) - 1) / 2;
    const name = { text: this.seatName(seat), isText: true };
    if (y !== 0) this.labels.push({ ...name, x: MIDDLE.x, y: MIDDLE.y - 28.8 + Math.max(0, rows.length - 1) * OPEN.row });
    else this.labels.push({ ...name, x: MIDDLE.x + 43 * x, y: MIDDLE.y - half * (isOpen ? OPEN.down : BACK_STEP) - 6.2 });
  }

  /** Adds a trick in the middle, with each card before its seat. */
  middle(cards: readonly string[], leader: number): void {
    cards.forEach((card, index) => {
      const seat = (leader + index) % this.seats;
      const { x, y } = this.direction(seat);
      this.card(card, tableTexts[this.language].trick(this.seatName(seat)), MIDDLE.x + 15 * x, MIDDLE.y + (this.seats === 4 ? 10.5 : 9.5) * y, TABLE_HALF);
    });
  }

  /** Adds the previous trick: in the middle with the winning card marked, or beside its winner unless open hands are there. */
  previousTrick(): void {
    const { trick, last, leader: winner, hands } = this.position;
    const best = winningIndex(last, this.trump);
    const leader = (winner - best + this.seats) % this.seats;
    if (trick.length === 0) {
      this.middle(last, leader);
      this.winningCardSpots.push(...last.slice(best, best + 1));
      if (hands.some((hand) => hand.length > 0)) this.pastSpots.push(...last);
    } else if (last.length > 0 && hands.some((hand) => hand.includes("?"))) this.small(last, leader, winner);
  }

  /** Adds a small trick beside its winner. */
  small(cards: readonly string[], leader: number, winner: number): void {
    const [{ x, y }, t] = [this.direction(winner), tableTexts[this.language]];
    const place = LAST[x < 0 ? "left" : x > 0 ? "right" : y < 0 ? "above" : "below"];
    cards.forEach((card, index) => {
      this.card(card, t.lastTrick(this.seatName((leader + index) % this.seats)), place.x + (index - (cards.length - 1) / 2) * 6, place.y, CORNER_HALF);
    });
    this.labels.push({ x: place.x, y: place.y + place.label, text: t.last, isText: true });
  }

  drawing(): Drawing {
    const { spots, pieces, stacked, labels, handSpots, pastSpots, winningCardSpots, height } = this;
    return { width: WIDTH, height, ground: "green", spotKind: "points", lines: [], dots: [], labels, goals: [], spots, stacked, pieces, handSpots, pastSpots, winningCardSpots };
  }
}

/** Splits a hand into one row or two. */
function rowsOf(cards: readonly string[]): readonly string[][] {
  const half = Math.ceil(cards.length / 2);
  return cards.length > ROW.maxCards ? [cards.slice(0, half), cards.slice(half)] : [[...cards]];
}

function draw(text: string, viewer: number | null, language: Language = "en", settings?: Settings): Drawing {
  const named = String(settings?.trump ?? "none");
  const trump = named === "none" ? "" : (named[0] ?? "");
  const table = new Table(parsePosition(text), viewer, trump, language);
  const { hands, trick, leader } = table.position;
  if (trump) table.labels.push({ x: 13, y: 6, text: tableTexts[language].trumps(signOf(trump)), isText: true });
  hands.forEach((_, seat) => {
    if (seat === (viewer ?? 0)) table.hand(seat);
    else table.others(seat);
  });
  table.middle(trick, leader);
  table.previousTrick();
  return table.drawing();
}

/** Moves a card from the hand to the table; the server decides who takes the trick. */
function positionAfter(text: string, card: string): string {
  const words = text.split(" ");
  const { hands, turn, trick } = parsePosition(text);
  words[turn] = (words[turn] ?? "").replace(card, "") || "-";
  words[hands.length] = `${trick.join("")}${card}`;
  words[hands.length + 1] = String((turn + 1) % hands.length);
  return words.join(" ");
}

export const gameView: GameView = {
  sample: "KsQs8h5c ???? 9dJd 0 1:0 AsTs",
  looks: ["seat-0", "seat-1", "seat-2", "seat-3"],
  dieSides: 0,
  draw,
  moveSpots: (card) => [card],
  positionAfter,
  notation: cardText,
  readMove: (text, legal) => legal.filter((card) => [card, cardText(card)].some((name) => name.toLowerCase() === text.trim().toLowerCase())),
  // The legal cards depend on what the others play.
  canPremove: () => false,
  trickState,
  describePosition,
  tallies(text) {
    const { hands, won } = parsePosition(text);
    return hands.map((_, seat) => ({ score: won[seat % 2] ?? 0, unit: "tricks" }));
  },
};
