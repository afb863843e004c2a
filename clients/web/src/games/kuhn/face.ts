/**
 * Kuhn poker: `Q?/cb 3 -1 KJ/bc`: the cards of both seats (`?` where the viewer does not see one, `--` before
 * the deal) and what was said; the hand's number, seat 0's chips, and the hand before. The viewer's card is at
 * the bottom, that of a spectator's seat 0, each with the chips put in, which the winner
 * has in the end. The hand before is shown small at the
 * right; after the last hand it stays in the middle.
 */

import type { Drawing, Face, HandEnd, HandState, Label, Piece, Spot, StackedPiece } from "../../boards/model";
import type { Language } from "../../texts";
import { lastHand } from "./texts";

const [WIDTH, HEIGHT] = [60, 46];
const [NOW_X, LAST_X] = [20, 49];
/** The middle of a card, of the viewer's side and of the other. */
const ROWS = [HEIGHT - 12, 12];
const SAID: Record<string, string> = { check: "c", call: "c", bet: "b", fold: "f" };
const OVER = ["cc", "bc", "bf", "cbc", "cbf"];
const RANKS = "JQK";

interface Hand {
  cards: string[];
  said: string;
}

interface Position {
  now: Hand;
  /** From 1. */
  number: number;
  chips: number;
  last: Hand;
}

function parseHand(text = "--/"): Hand {
  const [cards = "--", said = ""] = text.split("/");
  return { cards: cards.split(""), said };
}

function parsePosition(position: string): Position {
  const [now, number = "1", chips = "0", last] = position.split(" ");
  return { now: parseHand(now), number: Number(number), chips: Number(chips), last: parseHand(last) };
}

function isDealt({ cards }: Hand): boolean {
  return cards[0] !== "-";
}

/** Who spoke when: the seat that opens is another in every hand. */
function speaker(number: number, turn: number): number {
  return (number - 1 + turn) % 2;
}

/** What each seat has put in: the ante is one. */
function stakes({ said }: Hand, number: number): [number, number] {
  const put: [number, number] = [1, 1];
  [...said].forEach((word, turn) => {
    const called = word === "c" && said[turn - 1] === "b";
    if (word === "b" || called) put[speaker(number, turn)] = 2;
  });
  return put;
}

function pieceOf(card = "?"): Omit<Piece, "spot"> {
  return card === "?" ? { look: "card-back" } : { look: "card", text: card };
}

/** Who has won the chips put in; null: nobody yet. */
function winnerOf(hand: Hand, number: number): number | null {
  return OVER.includes(hand.said) ? ended(hand, number).winner : null;
}

function ended(hand: Hand, number: number): HandEnd {
  const { cards, said } = hand;
  const put = stakes(hand, number);
  const folded = said.endsWith("f");
  const [first, second] = cards.map((card) => RANKS.indexOf(card));
  const winner = folded ? speaker(number, said.length) : Number((first ?? 0) < (second ?? 0));
  const shown = [winner, 1 - winner].map((seat) => pieceOf(cards[seat]));
  return { winner, gain: put[1 - winner] ?? 0, unit: "chips", how: folded ? "fold" : "showdown", shown: folded ? [] : shown };
}

function hands(position: string, settings: Record<string, unknown>): HandState {
  const [, , chips = "0", before = ""] = position.split(" ");
  const { now, number, last } = parsePosition(position);
  const of = Number(settings.hands);
  const [mine, theirs] = stakes(now, number);
  return {
    number: Math.min(number, of),
    of,
    pot: number > of ? null : mine + theirs,
    cards: now.cards.map((card) => (RANKS.includes(card) ? [pieceOf(card)] : [])),
    last: isDealt(last) ? { number: number - 1, end: ended(last, number - 1), position: `${before} ${number - 1} ${chips} --/` } : null,
  };
}

/** The hand on the table, and the one that is shown beside it. */
function shownHands({ now, number, last }: Position): [Hand, number, Hand] {
  return isDealt(now) || !isDealt(last) ? [now, number, last] : [last, number - 1, now];
}

function draw(position: string, viewer: number | null, language: Language = "en"): Drawing {
  const [main, number, small] = shownHands(parsePosition(position));
  const [spots, pieces, labels]: [Spot[], Piece[], Label[]] = [[], [], []];
  const stacked: StackedPiece[] = [];
  const put = stakes(main, number);
  const winner = winnerOf(main, number);
  for (const seat of [0, 1]) {
    const y = ROWS[seat === (viewer ?? 0) ? 0 : 1] ?? 0;
    const show = (id: string, x: number, half: number, { cards }: Hand): void => {
      const card = cards[seat] ?? "-";
      spots.push({ id, name: id, x, y, half });
      if (card !== "-") pieces.push({ spot: id, ...pieceOf(card) });
    };
    show(`card ${seat + 1}`, NOW_X, 10, main);
    show(`last ${seat + 1}`, LAST_X, 5, small);
    const chips = winner === null ? put[seat] : winner === seat ? put[0] + put[1] : 0;
    if (isDealt(main) && chips) stacked.push({ x: NOW_X + 14, y, look: "blue-stone", text: String(chips) });
  }
  if (isDealt(small)) labels.push({ x: LAST_X, y: HEIGHT / 2, text: lastHand[language] });
  return { width: WIDTH, height: HEIGHT, ground: "green", spotKind: "points", lines: [], dots: [], labels, goals: [], spots, stacked, pieces };
}

export const face: Face = {
  sample: "KJ/cb 3 1 QJ/bf",
  looks: ["red", "blue"],
  dieSides: 0,
  draw,
  steps: () => [],
  /** As far as it is known: after the end of a hand its cards are not. */
  next(position, move) {
    const [now = "", ...rest] = position.split(" ");
    const after = now + (SAID[move] ?? "");
    return OVER.includes(after.split("/")[1] ?? "") ? position : [after, ...rest].join(" ");
  },
  tallies(position) {
    const { chips } = parsePosition(position);
    return [chips, 0 - chips].map((score) => ({ score, unit: "chips" }));
  },
  hands,
};
