/**
 * The view of poker games for two seats that are played in hands. A position is the current hand, its number, the chips of
 * seat 0, and the previous hand. Each game defines the notation of a hand and the ranking of cards.
 */

import type { Settings } from "../../protocol";
import type { Language } from "../../texts";
import type { HandEnd, HandState } from "../boards/hands";
import type { Drawing, GameView } from "../boards/model";
import { type BettingRules, countBetting } from "./betting";
import { cardPiece, drawTable, type TableHand } from "./table";

export interface PokerGame {
  sample: string;
  /** The text of a hand before the deal. */
  undealt: string;
  /** The letter of each move. */
  letters: Readonly<Record<string, string>>;
  betting(settings: Settings): BettingRules;
  /** Parses the cards in the text of a hand: those of the seats, and the public ones; none before the deal. */
  cards(text: string): { hole: string[][]; board: string[] };
  /** Positive if the cards of seat 0 beat those of seat 1, negative if they lose. */
  compare(hole: readonly string[][], board: readonly string[]): number;
  /** The name of a seat's hand at a showdown, as a key of `GameTexts.pieces`; default: the cards are named. */
  rank?(hole: readonly string[], board: readonly string[]): string;
  /** The indices of the cards that count at a showdown, among a seat's cards followed by the public ones; default: the first card. */
  counted?(hole: readonly string[], board: readonly string[]): number[];
  /** The maximum number of public cards. */
  places: number;
  /** Whether the opening seat has the dealer's button. */
  hasDealer: boolean;
  /** Whether the previous hand is drawn beside the current one. */
  showsLast: boolean;
  /** Moves that differ only in the size of a bet, in ascending order. */
  sizes?: readonly string[];
}

/** A hand with everything that the page shows. */
interface Hand extends TableHand {
  isDealt: boolean;
  put: [number, number];
  end: HandEnd | null;
}

/** The seat of an actor; the seats open hands alternately. */
function seatOf(actor: number, number: number): number {
  return (number - 1 + actor) % 2;
}

function parseHand(game: PokerGame, text: string, number: number, settings: Settings): Hand {
  const [cardsText = "", letters = ""] = [text.slice(0, text.lastIndexOf("/")), text.slice(text.lastIndexOf("/") + 1)];
  const { hole, board } = game.cards(cardsText);
  const betting = countBetting(letters, game.betting(settings));
  const bySeat = ([first, second]: readonly [number, number]): [number, number] => (seatOf(0, number) === 0 ? [first, second] : [second, first]);
  const [put, inRound] = [bySeat(betting.put), bySeat(betting.inRound)];
  const isDealt = hole.length > 0;
  const folder = betting.folder === null ? null : seatOf(betting.folder, number);
  const end = betting.isOver ? handEnd(game, hole, board, put, folder) : null;
  const total = put[0] + put[1];
  const winningCards = end?.reason === "showdown" && end.winner !== null ? (game.counted?.(hole[end.winner] ?? [], board) ?? [0]) : [];
  const chips: [number, number] = !end ? inRound : end.winner === null ? put : end.winner === 0 ? [total, 0] : [0, total];
  const base = { cards: hole, board, places: game.places, isDealt, put, end, winningCards: { seat: end?.winner ?? 0, places: winningCards }, dealer: game.hasDealer && isDealt ? seatOf(0, number) : undefined };
  return isDealt ? { ...base, chips, pot: end ? 0 : total - inRound[0] - inRound[1] } : { ...base, chips: [0, 0], pot: 0 };
}

function handEnd(game: PokerGame, hole: string[][], board: string[], put: readonly [number, number], folder: number | null): HandEnd {
  const comparison = folder === null ? game.compare(hole, board) : 0;
  const winner = folder !== null ? 1 - folder : comparison === 0 ? null : Number(comparison < 0);
  const gain = winner === null ? 0 : (put[winner === 0 ? 1 : 0]);
  if (folder !== null) return { winner, gain, unit: "chips", reason: "fold", shown: [] };
  const seats = winner === 1 ? [1, 0] : [0, 1];
  const shown = seats.flatMap((seat) => (hole[seat] ?? []).map(cardPiece));
  return { winner, gain, unit: "chips", reason: "showdown", shown, ...(game.rank && { ranks: seats.map((seat) => game.rank?.(hole[seat] ?? [], board) ?? "") }) };
}

interface Position {
  current: Hand;
  /** The number of the current hand, from 1. */
  number: number;
  /** What seat 0 has won so far; negative: lost. */
  chips: number;
  previous: Hand;
}

function parse(game: PokerGame, position: string, settings: Settings): Position {
  const [current = game.undealt, word = "1", chips = "0", previous = game.undealt] = position.split(" ");
  const number = Number(word);
  return { current: parseHand(game, current, number, settings), number, chips: Number(chips), previous: parseHand(game, previous, number - 1, settings) };
}

function handState(game: PokerGame, position: string, settings: Settings): HandState {
  const [, , chips = "0", before = ""] = position.split(" ");
  const { current, number, previous } = parse(game, position, settings);
  const total = Number(settings.hands);
  const { stack } = game.betting(settings);
  const stacks = stack === undefined || number > total ? {} : { stacks: current.put.map((chips) => stack - chips) };
  return {
    number: Math.min(number, total),
    total,
    pot: number > total ? null : current.put[0] + current.put[1],
    ...stacks,
    cards: [0, 1].map((seat) => (current.cards[seat] ?? []).filter((card) => card !== "?").map(cardPiece)),
    board: current.board.map(cardPiece),
    previous: previous.isDealt && previous.end ? { number: number - 1, end: previous.end, position: `${before} ${number - 1} ${chips} ${game.undealt}` } : null,
  };
}

function draw(game: PokerGame, position: string, viewer: number | null, language: Language, settings: Settings): Drawing {
  const { current, previous } = parse(game, position, settings);
  if (!current.isDealt && previous.isDealt) return drawTable(previous, undefined, viewer, language);
  return drawTable(current, game.showsLast && previous.isDealt ? previous : undefined, viewer, language);
}

/** The hand after a move, without new cards. */
function handAfter(game: PokerGame, position: string, move: string): string {
  const [current = ""] = position.split(" ");
  return current + (game.letters[move] ?? "");
}

/** The position after a move; unchanged if the move ends the hand, because the next cards are unknown. */
function positionAfter(game: PokerGame, position: string, move: string): string {
  const [, number = "1", ...rest] = position.split(" ");
  const after = handAfter(game, position, move);
  return parseHand(game, after, Number(number), {}).end ? position : [after, number, ...rest].join(" ");
}

/** The chips that a move adds to the pot. */
function moveChips(game: PokerGame, move: string, position: string, settings: Settings): number {
  const [before = "", word = "1"] = position.split(" ");
  const total = (text: string): number => parseHand(game, text, Number(word), settings).put.reduce((sum, chips) => sum + chips, 0);
  return total(handAfter(game, position, move)) - total(before);
}

export function pokerView(game: PokerGame): GameView {
  return {
    sample: game.sample,
    looks: ["red", "blue"],
    dieSides: 0,
    draw: (position, viewer, language = "en", settings = {}) => draw(game, position, viewer, language, settings),
    moveSpots: () => [],
    positionAfter: (position, move) => positionAfter(game, position, move),
    tallies: (position) => {
      const chips = Number(position.split(" ")[2] ?? 0);
      return [chips, 0 - chips].map((score) => ({ score, unit: "chips" }));
    },
    handState: (position, settings) => handState(game, position, settings),
    moveChips: (move, position, settings) => moveChips(game, move, position, settings),
    ...(game.sizes && { sizes: game.sizes }),
  };
}
