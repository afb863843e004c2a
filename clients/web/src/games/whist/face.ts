/**
 * Whist: the viewer's hand below (a spectator sees seat 0's place there), the seats after it to the left, opposite and
 * to the right. Each card of the trick lies before its seat; the trick before lies in the corner, or, until the next
 * card is led, in the middle. A card is the spot of its own name wherever it lies.
 */

import type { Drawing, Face, Label, Piece, Spot, StackedPiece } from "../../boards/model";
import type { Settings } from "../../protocol";
import type { Language } from "../../texts";
import { type Position, cardText, parsePosition, pieceOf, signOf, sorted, winningIndex } from "./cards";
import { tableTexts } from "./texts";

const WIDTH = 100;
const MIDDLE = { x: WIDTH / 2, y: 41 };
/** Half the cell of a card, which is 0.64 as wide and 0.92 as high; its spot is as wide as the card. */
const TABLE_HALF = 9;
const CORNER_HALF = 4.6;
const BACK_STEP = 2.4;
const ROW = { first: 77, step: 19, half: 9.6, most: 7, spread: 13.4 };

/** The directions from the middle in which seats sit, from the viewer on. */
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
  height = ROW.first + ROW.half + 2;

  constructor(
    readonly position: Position,
    readonly viewer: number | null,
    readonly trump: string,
  ) {}

  get seats(): number {
    return this.position.hands.length;
  }

  /** Where a seat sits, seen by the viewer. */
  direction(seat: number): { x: number; y: number } {
    const places = AROUND[this.seats === 4 ? 4 : 2];
    return places[(seat - (this.viewer ?? 0) + this.seats) % this.seats] ?? { x: 0, y: 0 };
  }

  card(card: string, x: number, y: number, half: number): void {
    this.spots.push({ id: card, name: cardText(card), x, y, half: 0.64 * half, area: { x: x - 0.64 * half, y: y - 0.92 * half, width: 1.28 * half, height: 1.84 * half } });
    this.pieces.push({ spot: card, ...pieceOf(card), half });
  }

  /** The hand at the bottom, in one row or two. */
  hand(seat: number): void {
    const hand = this.position.hands[seat] ?? [];
    if (hand.includes("?")) return this.backs(seat);
    const cards = sorted(hand);
    const rows = cards.length > ROW.most ? [cards.slice(0, Math.ceil(cards.length / 2)), cards.slice(Math.ceil(cards.length / 2))] : [cards];
    rows.forEach((row, line) => {
      row.forEach((card, index) => this.card(card, MIDDLE.x + (index - (row.length - 1) / 2) * ROW.spread, ROW.first + line * ROW.step, ROW.half));
    });
    this.handSpots.push(...cards);
    if (this.isLong) this.height += ROW.step;
  }

  /** Whether hands had two rows at first: the table keeps its height. */
  get isLong(): boolean {
    const [first = 0, second = 0] = this.position.won;
    return first + second + Math.max(...this.position.hands.map((hand) => hand.length)) > ROW.most;
  }

  /** Cards face down before their seat, or the open ones of a finished lesson. */
  backs(seat: number): void {
    const [hand, { x, y }] = [this.position.hands[seat] ?? [], this.direction(seat)];
    const isBelow = y > 0;
    hand.forEach((card, index) => {
      const along = (index - (hand.length - 1) / 2) * (card === "?" ? BACK_STEP : 6);
      const at = { x: MIDDLE.x + 44 * x + (y === 0 ? 0 : along), y: isBelow ? ROW.first : MIDDLE.y + 35 * y + (y === 0 ? along : 0) };
      const piece = pieceOf(card);
      this.stacked.push({ ...at, look: piece.look, text: piece.text ?? "" });
    });
  }

  /** A trick in the middle: each card before its seat. */
  middle(cards: readonly string[], leader: number): void {
    cards.forEach((card, index) => {
      const { x, y } = this.direction((leader + index) % this.seats);
      this.card(card, MIDDLE.x + 15 * x, MIDDLE.y + (this.seats === 4 ? 10.5 : 9.5) * y, TABLE_HALF);
    });
  }

  trickBefore(language: Language): void {
    const { trick, last, leader } = this.position;
    if (last.length === 0) return;
    if (trick.length === 0) {
      this.middle(last, (leader - winningIndex(last, this.trump) + this.seats) % this.seats);
      if (this.position.hands.some((hand) => hand.length > 0)) this.pastSpots.push(...last);
      return;
    }
    const left = WIDTH - 4 - last.length * 6;
    last.forEach((card, index) => {
      this.card(card, left + 3 + index * 6, 7, CORNER_HALF);
    });
    this.labels.push({ x: left + last.length * 3, y: 14.5, text: tableTexts[language].last, isText: true });
  }

  drawing(): Drawing {
    const { spots, pieces, stacked, labels, handSpots, pastSpots, height } = this;
    return { width: WIDTH, height, ground: "green", spotKind: "points", lines: [], dots: [], labels, goals: [], spots, stacked, pieces, handSpots, pastSpots };
  }
}

function draw(text: string, viewer: number | null, language: Language = "en", settings?: Settings): Drawing {
  const named = String(settings?.trump ?? "none");
  const trump = named === "none" ? "" : (named[0] ?? "");
  const table = new Table(parsePosition(text), viewer, trump);
  const { hands, trick, leader } = table.position;
  if (trump) table.labels.push({ x: 13, y: 6, text: tableTexts[language].trumps(signOf(trump)), isText: true });
  hands.forEach((_, seat) => {
    if (seat === (viewer ?? 0)) table.hand(seat);
    else table.backs(seat);
  });
  table.middle(trick, leader);
  table.trickBefore(language);
  return table.drawing();
}

/** A card leaves the hand for the table. Who takes the trick is for the server to say. */
function positionAfter(text: string, card: string): string {
  const words = text.split(" ");
  const { hands, turn, trick } = parsePosition(text);
  words[turn] = (words[turn] ?? "").replace(card, "") || "-";
  words[hands.length] = `${trick.join("")}${card}`;
  words[hands.length + 1] = String((turn + 1) % hands.length);
  return words.join(" ");
}

export const face: Face = {
  sample: "KsQs8h5c ???? 9dJd 0 1:0 AsTs",
  looks: ["seat-0", "seat-1", "seat-2", "seat-3"],
  dieSides: 0,
  draw,
  moveSpots: (card) => [card],
  positionAfter,
  notation: cardText,
  readMove: (text, legal) => legal.filter((card) => [card, cardText(card)].some((name) => name.toLowerCase() === text.trim().toLowerCase())),
  // What may be played depends on what the others play.
  mayPremove: () => false,
  tallies(text) {
    const { hands, won } = parsePosition(text);
    return hands.map((_, seat) => ({ score: won[seat % 2] ?? 0, unit: "tricks" }));
  },
};
