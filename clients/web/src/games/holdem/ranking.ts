/** Ranks hands of hold'em: the best five of up to seven cards. */

export const CATEGORIES = ["high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind", "straight flush"] as const;
export type Category = (typeof CATEGORIES)[number];

/** `ranks`: the ranks that decide between hands of a category, the most important first; 0 is a two, 12 an ace. */
export interface HandRank {
  category: Category;
  ranks: number[];
}

const RANKS = "23456789TJQKA";
const ACE = 12;

/** The top rank of the best straight; null: there is none. An ace can also be below the two. */
function straightTop(ranks: ReadonlySet<number>): number | null {
  for (let top = ACE; top >= 3; top--) {
    const five = [0, 1, 2, 3, 4].map((below) => (top - below < 0 ? ACE : top - below));
    if (five.every((rank) => ranks.has(rank))) return top;
  }
  return null;
}

/** The ranks of a flush, the highest first; undefined: there is none. */
function flushOf(cards: readonly string[]): number[] | undefined {
  return ["c", "d", "h", "s"].map((suit) => ranksOf(cards.filter((card) => card[1] === suit))).find(({ length }) => length >= 5);
}

function ranksOf(cards: readonly string[]): number[] {
  return cards.map((card) => RANKS.indexOf(card[0] ?? "")).sort((a, b) => b - a);
}

/** The rank of the best five among five to seven cards; a card is written as `Ks`. */
export function rankHand(cards: readonly string[]): HandRank {
  const ranks = ranksOf(cards);
  const flush = flushOf(cards);
  const [straight, straightFlush] = [straightTop(new Set(ranks)), flush ? straightTop(new Set(flush)) : null];
  if (straightFlush !== null) return { category: "straight flush", ranks: [straightFlush] };
  const count = (rank: number): number => ranks.filter((each) => each === rank).length;
  // The ranks, each once: those with the most cards first, then the highest.
  const distinct = [...new Set(ranks)].sort((a, b) => count(b) - count(a) || b - a);
  const [first = 0, second = 0] = distinct;
  const [largest, next] = [count(first), distinct.length > 1 ? count(second) : 0];
  const withKickers = (used: number[], amount: number): number[] => [...used, ...distinct.filter((rank) => !used.includes(rank)).sort((a, b) => b - a).slice(0, amount)];
  if (largest === 4) return { category: "four of a kind", ranks: withKickers([first], 1) };
  if (largest === 3 && next >= 2) return { category: "full house", ranks: [first, Math.max(...distinct.slice(1).filter((rank) => count(rank) >= 2))] };
  if (flush) return { category: "flush", ranks: flush.slice(0, 5) };
  if (straight !== null) return { category: "straight", ranks: [straight] };
  if (largest === 3) return { category: "three of a kind", ranks: withKickers([first], 2) };
  if (largest === 2 && next === 2) return { category: "two pair", ranks: withKickers([first, second], 1) };
  return largest === 2 ? { category: "pair", ranks: withKickers([first], 3) } : { category: "high card", ranks: distinct.slice(0, 5) };
}

/** The indices of the best five cards. */
export function bestFive(cards: readonly string[]): number[] {
  const rank = rankHand(cards);
  const fives = choose(5, cards.map((_, place) => place));
  return fives.find((places) => compareHands(rankHand(places.map((place) => cards[place] ?? "")), rank) === 0) ?? [];
}

/** All combinations of `count` elements. */
function choose(count: number, from: readonly number[]): number[][] {
  const [first, ...others] = from;
  if (count === 0) return [[]];
  if (first === undefined) return [];
  return [...choose(count - 1, others).map((rest) => [first, ...rest]), ...choose(count, others)];
}

/** Positive if the first hand is better, 0 if they are equal. */
export function compareHands(one: HandRank, other: HandRank): number {
  const differences = one.ranks.map((rank, index) => rank - (other.ranks[index] ?? 0));
  return CATEGORIES.indexOf(one.category) - CATEGORIES.indexOf(other.category) || (differences.find((difference) => difference !== 0) ?? 0);
}
