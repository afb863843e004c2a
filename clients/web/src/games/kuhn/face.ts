/**
 * Kuhn poker: `Q?/cb 3 -1 KJ/bc`: the cards of both seats (`?` where the viewer does not see one, `--` before
 * the deal) and the actions; the hand's number, seat 0's chips, and the previous hand. The viewer's card is at the
 * bottom (for a spectator that of seat 0), each card with the seat's stake; at the end the winner has the pot. The
 * previous hand is shown small at the right; after the last hand it stays in the middle.
 */

import type { Drawing, Face, HandEnd, HandState, Label, Piece, Spot, StackedPiece } from "../../boards/model";
import type { Language } from "../../texts";
import { lastHand } from "./texts";

const [WIDTH, HEIGHT] = [60, 46];
const [CURRENT_X, PREVIOUS_X] = [20, 49];
/** The middle of a card, of the viewer's side and of the other. */
const ROWS = [HEIGHT - 12, 12];
const ACTION_LETTERS: Record<string, string> = { check: "c", call: "c", bet: "b", fold: "f" };
const FINAL_ACTIONS = ["cc", "bc", "bf", "cbc", "cbf"];
const RANKS = "JQK";

interface Hand {
  cards: string[];
  actions: string;
}

interface Position {
  current: Hand;
  /** From 1. */
  number: number;
  chips: number;
  previous: Hand;
}

function parseHand(text = "--/"): Hand {
  const [cards = "--", actions = ""] = text.split("/");
  return { cards: cards.split(""), actions };
}

function parsePosition(position: string): Position {
  const [current, number = "1", chips = "0", previous] = position.split(" ");
  return { current: parseHand(current), number: Number(number), chips: Number(chips), previous: parseHand(previous) };
}

function isDealt({ cards }: Hand): boolean {
  return cards[0] !== "-";
}

/** The seat of an action by its index in the hand: the seats open hands alternately. */
function actorOf(number: number, turn: number): number {
  return (number - 1 + turn) % 2;
}

/** The stake of each seat: the ante is one. */
function stakesOf({ actions }: Hand, number: number): [number, number] {
  const stakes: [number, number] = [1, 1];
  [...actions].forEach((action, turn) => {
    const isCall = action === "c" && actions[turn - 1] === "b";
    if (action === "b" || isCall) stakes[actorOf(number, turn)] = 2;
  });
  return stakes;
}

function pieceOf(card = "?"): Omit<Piece, "spot"> {
  return card === "?" ? { look: "card-back" } : { look: "card", text: card };
}

/** The seat that has won the pot; null: the hand is not over. */
function winnerOf(hand: Hand, number: number): number | null {
  return FINAL_ACTIONS.includes(hand.actions) ? handEnd(hand, number).winner : null;
}

function handEnd(hand: Hand, number: number): HandEnd {
  const { cards, actions } = hand;
  const stakes = stakesOf(hand, number);
  const isFold = actions.endsWith("f");
  const [first, second] = cards.map((card) => RANKS.indexOf(card));
  const winner = isFold ? actorOf(number, actions.length) : Number((first ?? 0) < (second ?? 0));
  const shown = [winner, 1 - winner].map((seat) => pieceOf(cards[seat]));
  return { winner, gain: stakes[1 - winner] ?? 0, unit: "chips", how: isFold ? "fold" : "showdown", shown: isFold ? [] : shown };
}

function handState(position: string, settings: Record<string, unknown>): HandState {
  const [, , chips = "0", before = ""] = position.split(" ");
  const { current, number, previous } = parsePosition(position);
  const total = Number(settings.hands);
  const [first, second] = stakesOf(current, number);
  return {
    number: Math.min(number, total),
    total,
    pot: number > total ? null : first + second,
    cards: current.cards.map((card) => (RANKS.includes(card) ? [pieceOf(card)] : [])),
    previous: isDealt(previous) ? { number: number - 1, end: handEnd(previous, number - 1), position: `${before} ${number - 1} ${chips} --/` } : null,
  };
}

/** The hand drawn in the middle with its number, and the one drawn beside it. */
function drawnHands({ current, number, previous }: Position): [Hand, number, Hand] {
  return isDealt(current) || !isDealt(previous) ? [current, number, previous] : [previous, number - 1, current];
}

function draw(position: string, viewer: number | null, language: Language = "en"): Drawing {
  const [main, number, small] = drawnHands(parsePosition(position));
  const [spots, pieces, labels]: [Spot[], Piece[], Label[]] = [[], [], []];
  const stacked: StackedPiece[] = [];
  const stakes = stakesOf(main, number);
  const winner = winnerOf(main, number);
  for (const seat of [0, 1]) {
    const y = ROWS[seat === (viewer ?? 0) ? 0 : 1] ?? 0;
    const addCard = (id: string, x: number, half: number, { cards }: Hand): void => {
      const card = cards[seat] ?? "-";
      spots.push({ id, name: id, x, y, half });
      if (card !== "-") pieces.push({ spot: id, ...pieceOf(card) });
    };
    addCard(`card ${seat + 1}`, CURRENT_X, 10, main);
    addCard(`last ${seat + 1}`, PREVIOUS_X, 5, small);
    const chips = winner === null ? stakes[seat] : winner === seat ? stakes[0] + stakes[1] : 0;
    if (isDealt(main) && chips) stacked.push({ x: CURRENT_X + 14, y, look: "blue-stone", text: String(chips) });
  }
  if (isDealt(small)) labels.push({ x: PREVIOUS_X, y: HEIGHT / 2, text: lastHand[language], isText: true });
  return { width: WIDTH, height: HEIGHT, ground: "green", spotKind: "points", lines: [], dots: [], labels, goals: [], spots, stacked, pieces };
}

export const face: Face = {
  sample: "KJ/cb 3 1 QJ/bf",
  looks: ["red", "blue"],
  dieSides: 0,
  draw,
  moveSpots: () => [],
  /** Unchanged at the end of a hand: the next cards are not known. */
  positionAfter(position, move) {
    const [current = "", ...rest] = position.split(" ");
    const after = current + (ACTION_LETTERS[move] ?? "");
    return FINAL_ACTIONS.includes(after.split("/")[1] ?? "") ? position : [after, ...rest].join(" ");
  },
  tallies(position) {
    const { chips } = parsePosition(position);
    return [chips, 0 - chips].map((score) => ({ score, unit: "chips" }));
  },
  handState,
};
