/** Exact values of the moves in a position, as text for the screen and for screen readers. Pure. */

import type { MoveValue } from "../../protocol";
import type { ValueTexts } from "../../texts/values/en";

export type Outcome = "won" | "drawn" | "lost" | "open";

const OUTCOMES: Record<number, Outcome> = { 1: "won", 0: "drawn", [-1]: "lost" };

/** The outcome for the side that moves; open: not solved in the time allowed. */
export function outcomeOf({ value }: MoveValue): Outcome {
  return value == null ? "open" : (OUTCOMES[value] ?? "open");
}

/** A win or loss with its margin, or else with the plies to the end: `+21`, `−20`; a draw: `0`; not solved: `?`. */
export function shortValue(move: MoveValue): string {
  const number = move.margin == null ? (move.distance ?? "") : Math.abs(move.margin);
  return { won: `+${number}`, lost: `−${number}`, drawn: "0", open: "?" }[outcomeOf(move)];
}

/** The value in words, with the name of the move. */
export function spokenValue(move: MoveValue, t: ValueTexts): string {
  const outcome = outcomeOf(move);
  if (move.margin && (outcome === "won" || outcome === "lost")) return t.spokenMargin[outcome](move.move, Math.abs(move.margin));
  return t.spoken[outcome](move.move, move.distance ?? 0);
}

/** A sort key: the margin, or else a win is better if sooner, and a loss if later. */
function rank({ value, distance, margin }: MoveValue): number {
  return margin ?? (value ?? 0) * (1000 - (distance ?? 0));
}

/** The rank of a move that wins at once, which no other move exceeds. */
const BEST_RANK = rank({ move: "", value: 1, distance: 1 });

/** The best moves; none while an unsolved one could be better. */
export function bestMoves(moves: readonly MoveValue[]): string[] {
  const best = Math.max(...moves.map(rank));
  if (best !== BEST_RANK && moves.some((move) => outcomeOf(move) === "open")) return [];
  return moves.filter((move) => rank(move) === best).map(({ move }) => move);
}

/** The margins of all moves, the best first: `Margins: d3 +12, e6 0.`; or the plies to the end after winning moves, or after all moves if all lose: `Plies to the end: 4 (21), 3 (25).` */
export function numbersText(moves: readonly MoveValue[], t: ValueTexts): string {
  const counted = moves.filter(({ margin }) => margin != null).sort((a, b) => rank(b) - rank(a));
  if (counted.length > 0) return t.margins(counted.map((move) => `${move.move} ${shortValue(move)}`));
  const won = moves.filter((move) => outcomeOf(move) === "won");
  const listed = won.length > 0 ? won : moves.every((move) => outcomeOf(move) === "lost") ? moves : [];
  const known = listed.filter(({ distance }) => distance != null);
  return known.length > 0 ? t.plies(known.map(({ move, distance }) => `${move} (${distance})`)) : "";
}

/** Whether the moves have the probabilities of an equilibrium instead of values. */
export function isEquilibrium(moves: readonly MoveValue[]): boolean {
  return moves.length > 0 && moves.every(({ probability }) => probability != null);
}

/** The frequency of each move in an equilibrium, the likeliest first, and its expected gain: `Check 67 % (−0.33), bet 33 % (−0.50)`. */
export function equilibriumText(moves: readonly MoveValue[], nameOf: (move: string) => string, t: ValueTexts): string {
  const ordered = [...moves].sort((a, b) => (b.probability ?? 0) - (a.probability ?? 0));
  return t.equilibrium(ordered.map(({ move, probability, expected }) => `${nameOf(move)} ${Math.round(100 * (probability ?? 0))} % (${signed(expected ?? 0)})`));
}

/** The value of the move that was played, or its frequency in the equilibrium; empty: it is not among the moves. */
export function playedText(moves: readonly MoveValue[], played: string | undefined, nameOf: (move: string) => string, t: ValueTexts): string {
  const move = moves.find((one) => one.move === played);
  if (!move) return "";
  if (move.probability == null) return t.played(spokenValue({ ...move, move: nameOf(move.move) }, t));
  return t.played(`${nameOf(move.move)}, ${Math.round(100 * move.probability)} % (${signed(move.expected ?? 0)})`);
}

function signed(gain: number): string {
  const digits = Math.abs(gain).toFixed(2);
  return digits === "0.00" ? "0" : `${gain > 0 ? "+" : "−"}${digits}`;
}

/** A summary of the outcomes of all moves, in a sentence or two. */
export function valuesSummary(moves: readonly MoveValue[], t: ValueTexts): string {
  const named = (outcome: Outcome) => moves.filter((move) => outcomeOf(move) === outcome).map(({ move }) => move);
  const [won, drawn, lost, open] = [named("won"), named("drawn"), named("lost"), named("open")];
  if (open.length > 0) return [won.length > 0 ? t.winning(won) : "", t.notSolved(open)].filter(Boolean).join(" ");
  const only = [won, drawn, lost].findIndex((some) => some.length === moves.length);
  if (only >= 0) return [t.all.won, t.all.drawn, t.all.lost][only] ?? "";
  if (won.length === 0) return `${t.drawing(drawn)} ${t.others.lost}`;
  return `${t.winning(won)} ${lost.length === 0 ? t.others.drawn : drawn.length === 0 ? t.others.lost : t.others.mixed}`;
}
