/**
 * Kuhn poker: `Q?/cb 3 -1 KJ/bc`: the cards of both seats (`?` where the viewer does not see one, `--` before
 * the deal) and what was said; the hand's number, seat 0's chips, and the hand before. The viewer's card is at
 * the bottom, that of a spectator's seat 0. The hand before is shown small at the right.
 */

import type { Drawing, Face, Label, Piece, Spot } from "../../boards/model";

const [WIDTH, HEIGHT] = [60, 56];
const [NOW_X, LAST_X] = [22, 47];
/** The middle of a card, of the viewer's side and of the other. */
const ROWS = [HEIGHT - 15, 15];
const SAID: Record<string, string> = { check: "c", call: "c", bet: "b", fold: "f" };
const OVER = ["cc", "bc", "bf", "cbc", "cbf"];

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

/** What each seat has put in. The seat that opens speaks first; the ante is one. */
function stakes({ now, number }: Position): number[] {
  const put = [1, 1];
  [...now.said].forEach((word, turn) => {
    const seat = (number - 1 + turn) % 2;
    const called = word === "c" && now.said[turn - 1] === "b";
    if (word === "b" || called) put[seat] = 2;
  });
  return put;
}

function draw(position: string, viewer: number | null): Drawing {
  const at = parsePosition(position);
  const [spots, pieces, labels]: [Spot[], Piece[], Label[]] = [[], [], []];
  const put = stakes(at);
  for (const seat of [0, 1]) {
    const y = ROWS[seat === (viewer ?? 0) ? 0 : 1] ?? 0;
    const show = (id: string, x: number, half: number, { cards }: Hand): void => {
      const card = cards[seat] ?? "-";
      spots.push({ id, name: id, x, y, half });
      if (card !== "-") pieces.push({ spot: id, ...(card === "?" ? { look: "card-back" } : { look: "card", text: card }) });
    };
    show(`card ${seat + 1}`, NOW_X, 10, at.now);
    show(`last ${seat + 1}`, LAST_X, 5, at.last);
    if (at.now.cards[seat] !== "-") labels.push({ x: NOW_X + 14, y, text: String(put[seat]), large: true });
  }
  return { width: WIDTH, height: HEIGHT, ground: "green", places: "points", lines: [], dots: [], labels, goals: [], spots, pieces };
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
    return [{ score: chips }, { score: 0 - chips }];
  },
};
