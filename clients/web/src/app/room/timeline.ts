/** The rows of the move list, and statistics of pondering. Pure. */

import type { HandState } from "../../games/boards/hands";
import type { GameView } from "../../games/boards/model";
import type { TrickState } from "../../games/boards/table";
import type { PonderReport, Settings } from "../../protocol";
import type { GameTexts, Language } from "../../texts";
import { type Departure, type DiceThrow, type HistoryEntry, diceOf } from "./room";

/** One move: its ply from 1, the throw before it, and its time. `firstPly`: that of the separate move that threw its dice, if any. */
export interface MoveRow {
  kind: "move";
  ply: number;
  firstPly: number;
  seat: number;
  move: string;
  /** The position before the move. */
  position: string | undefined;
  thrown: number[] | null;
  /** The number of moves that were taken back before it. */
  takenBack: number;
  spentMs: number;
  book: boolean;
  ponder: PonderReport | null;
  /** Whether the server played it, because the time of the turn had run out. */
  byServer: boolean;
}

/** A throw after which its seat did not move; `ply`: the history index of its position. */
export interface ThrowRow {
  kind: "throw";
  ply: number;
  seat: number;
  thrown: number[];
}

export type Row = MoveRow | ThrowRow;

/** A line of the list. `number`: that of the round, the trick, or the hand that begins here; `endedHand`: the hand that its last
 * move ended; `winner`: the seat that took the trick; `left`: the seats that left before each row, and after the last. */
export interface Line {
  number: number | null;
  rows: Row[];
  endedHand: HandState["previous"];
  winner: number | null;
  left: Departure[][];
}

type HandAt = (position: string) => HandState;

/** The hand with this number if it has ended in the state `after`; else null. */
function endedHandOf(hand: number, after: HandState | undefined): HandState["previous"] {
  return after?.previous?.number === hand ? after.previous : null;
}

/** The hand that ended with the move to this ply; null: none. */
export function endedHand(history: readonly HistoryEntry[], ply: number, handAt: HandAt | undefined): HandState["previous"] {
  const before = history[ply - 1];
  return before && history[ply]?.moved ? endedHandOf(handAt?.(before.position).number ?? 0, handAt?.(history[ply].position)) : null;
}

/**
 * Builds the rows of the move list: moves in order, and throws that are not followed by a move of the same seat. Rows of
 * unchanged entries remain the same objects, so that Svelte draws only new ones.
 */
export class RowBuilder {
  private cache = new WeakMap<HistoryEntry, { before: HistoryEntry | undefined; next: HistoryEntry | undefined; rows: Row[] }>();
  private lines: Line[] = [];

  /** `throwMove`: the move that only throws the dice, which shares the row of the next move; `isPlacement`: whether a move
   * places a piece before the game, because all placements of a seat share one row; `trickAt`: the trick in a position, in
   * card games with tricks. */
  constructor(
    private readonly throwMove?: string,
    private readonly isPlacement: (move: string) => boolean = () => false,
    private readonly trickAt?: (position: string) => TrickState,
  ) {}

  rows(history: readonly HistoryEntry[]): Row[] {
    return history.flatMap((entry, index): Row[] => {
      const [before, next] = [history[index - 1], history[index + 1]];
      const cached = this.cache.get(entry);
      if (cached && cached.before === before && cached.next === next) return cached.rows;
      const rows = [...this.moveRow(history, index, cached?.before === before ? cached?.rows : undefined), ...unplayedThrows(entry, next, index)];
      this.cache.set(entry, { before, next, rows });
      return rows;
    });
  }

  /** The row of the move to this ply, from `cached` if possible; none for a throw that the next move plays. */
  private moveRow(history: readonly HistoryEntry[], index: number, cached: readonly Row[] | undefined): Row[] {
    if (this.isPlacement(history[index]?.moved?.move ?? "")) return this.placementRow(history, index);
    if (this.throwMove === undefined) return cached?.filter((row) => row.kind === "move") ?? moveOf(history, index);
    const [before, entry, next] = [history[index - 1], history[index], history[index + 1]];
    if (entry?.moved?.move === this.throwMove) return next?.moved ? [] : moveOf(history, index).map((row) => ({ ...row, thrown: diceOf(entry)?.values ?? null }));
    const old = cached?.filter((row) => row.kind === "move");
    if (old?.length) return old;
    const throwSpent = before?.moved?.move === this.throwMove ? before.moved.receipt.elapsed_ms : null;
    return moveOf(history, index).map((row) => (throwSpent === null ? row : { ...row, firstPly: index - 1, spentMs: row.spentMs + throwSpent }));
  }

  /** The single row for all placements of a seat, at the last of them. */
  private placementRow(history: readonly HistoryEntry[], index: number): Row[] {
    const seat = history[index]?.moved?.seat;
    const isSame = ({ moved }: Partial<HistoryEntry> = {}): boolean => moved?.seat === seat && this.isPlacement(moved?.move ?? "");
    if (isSame(history[index + 1])) return [];
    const firstPly = history.slice(0, index).findLastIndex((entry) => !isSame(entry)) + 1;
    const spentMs = history.slice(firstPly, index + 1).reduce((sum, { moved }) => sum + (moved?.receipt.elapsed_ms ?? 0), 0);
    return moveOf(history, index).map((row) => ({ ...row, firstPly, spentMs }));
  }

  /** The rows in lines, one per round or trick; unchanged lines remain the same objects. `handAt`: the hand in a position,
   * in games that are played in hands. */
  rounds(history: readonly HistoryEntry[], seats: number, handAt?: HandAt): Line[] {
    const oldLines = this.lines;
    const handAtPly = (ply: number): HandState | undefined => handAt?.(history[ply]?.position ?? "");
    const trickAt = (ply: number): TrickState | undefined => this.trickAt?.(history[ply]?.position ?? "");
    const rows = this.rows(history).map((row) => {
      const plyBefore = row.ply - Number(row.kind === "move");
      return { row, seat: row.seat, hand: handAtPly(plyBefore)?.number ?? 0, trick: trickAt(plyBefore)?.number };
    });
    const isPlacementLine = (line: readonly { row: Row }[]): boolean => line.every(({ row }) => row.kind === "move" && this.isPlacement(row.move));
    const grouped = groupInRounds(rows, seats);
    /** The number of lines before the first round. */
    const placementLines = grouped.filter(isPlacementLine).length;
    this.lines = grouped.map((line, index, all) => {
      const old = oldLines[index];
      const starts = line.map(({ row }) => row.ply);
      const ends = [...starts, all[index + 1]?.[0]?.row.ply ?? history.length];
      const left = [index === 0 ? 0 : (starts[0] ?? 0), ...starts].map((from, place) => departures(history, from, ends[place] ?? from));
      const unchanged = old?.rows.length === line.length && old.rows.every((row, column) => row === line[column]?.row);
      if (unchanged && old.left.flat().length === left.flat().length) return old;
      const [hand, last] = [line[0]?.hand ?? 0, line.at(-1)];
      const begins = all[index - 1]?.[0]?.hand !== hand;
      return {
        number: isPlacementLine(line) ? null : hand === 0 ? (line[0]?.trick ?? index + 1 - placementLines) : begins ? hand : null,
        rows: line.map(({ row }) => row),
        endedHand: last?.row.kind === "move" ? endedHandOf(hand, handAtPly(last.row.ply)) : null,
        winner: last?.row.kind === "move" ? (trickAt(last.row.ply)?.ended?.winner ?? null) : null,
        left,
      };
    });
    return this.lines;
  }
}

/** The seats that left in the positions from one ply up to, but excluding, another. */
function departures(history: readonly HistoryEntry[], from: number, to: number): Departure[] {
  return history.slice(from, to).flatMap(({ left = [] }) => left);
}

/** The numbers of individually numbered moves, by ply. */
export function moveNumbers(history: readonly HistoryEntry[], isNumbered: (move: string) => boolean): ReadonlyMap<number, number> {
  const plies = history.flatMap(({ moved }, ply) => (moved && isNumbered(moved.move) ? [ply] : []));
  return new Map(plies.map((ply, index) => [ply, index + 1]));
}

/** The rows of all moves, without those of throws. */
export function moveRows(history: readonly HistoryEntry[]): MoveRow[] {
  return history.flatMap((_, index) => moveOf(history, index));
}

/** The row of the move to this ply; none at the start, which no move led to. */
function moveOf(history: readonly HistoryEntry[], index: number): MoveRow[] {
  const [before, moved] = [history[index - 1], history[index]?.moved];
  if (!moved) return [];
  return [
    {
      kind: "move",
      ply: index,
      firstPly: index,
      seat: moved.seat,
      move: moved.move,
      position: before?.position,
      thrown: moversThrow(before, moved.seat)?.values ?? null,
      takenBack: before?.takenBack ?? 0,
      spentMs: moved.receipt.elapsed_ms,
      book: moved.engine?.book ?? false,
      ponder: moved.engine?.ponder ?? null,
      byServer: moved.by_server ?? false,
    },
  ];
}

/** The throw with which a seat moves: the last one, unless it belongs to another seat. */
function moversThrow(entry: HistoryEntry | undefined, mover: number | null): DiceThrow | undefined {
  const last = diceOf(entry);
  return last && (last.seat === null || last.seat === mover) ? last : undefined;
}

/** The throws in a position that belong to a seat and that the next move does not use. */
function unplayedThrows(entry: HistoryEntry, next: HistoryEntry | undefined, ply: number): ThrowRow[] {
  const played = moversThrow(entry, next?.moved?.seat ?? entry.turn);
  return entry.throws.flatMap((diceThrow): ThrowRow[] => {
    const { seat, values } = diceThrow;
    return diceThrow === played || seat === null ? [] : [{ kind: "throw", ply, seat, thrown: values }];
  });
}

/** The move that led to this ply, in the game's usual notation. */
export function moveText(gameView: GameView | undefined, history: readonly HistoryEntry[], ply: number, language: Language, gameTexts?: GameTexts): string {
  return notationOf(gameView, history[ply - 1]?.position, history[ply]?.moved?.move ?? "", language, gameTexts, history[ply]?.position);
}

/**
 * A move in this position, in the game's usual notation. `gameTexts`: for moves that name no spot; `after`: the position
 * after the move, if it was played.
 */
export function notationOf(gameView: GameView | undefined, position: string | undefined, move: string, language: Language, gameTexts?: GameTexts, after?: string): string {
  return (position === undefined ? undefined : gameView?.notation?.(move, position, language, after)) ?? gameTexts?.moves[move] ?? move;
}

/** The label of a button move, with the chips that it costs. */
export function buttonName(gameView: GameView | undefined, move: string, position: string, settings: Settings, gameTexts: GameTexts): string {
  const chips = gameView?.moveChips?.(move, position, settings) ?? 0;
  return [gameTexts.moves[move] ?? move, ...(chips > 0 ? [chips] : [])].join(" ");
}

/** A line of moves from a position, in the game's usual notation. */
export function lineText(gameView: GameView | undefined, start: string | undefined, moves: readonly string[], language: Language, gameTexts?: GameTexts): string[] {
  const { notation, positionAfter } = gameView ?? {};
  if (!notation || !positionAfter || start === undefined) return moves.map((move) => gameTexts?.moves[move] ?? move);
  let position = start;
  return moves.map((move) => {
    const text = notation(move, position, language) ?? gameTexts?.moves[move] ?? move;
    position = positionAfter(position, move);
    return text;
  });
}

/** Groups rows in rounds: a new line whenever the seat order starts again, for each hand, and for each trick. */
export function groupInRounds<R extends { seat: number; hand?: number; trick?: number | undefined }>(rows: readonly R[], seats: number): R[][] {
  const lines: R[][] = [];
  for (const row of rows) {
    const line = lines.at(-1);
    const startsAgain = row.trick === undefined && row.seat <= (line?.at(-1)?.seat ?? -1);
    if (!line || line.length >= seats || startsAgain || row.hand !== line[0]?.hand || row.trick !== line[0]?.trick) lines.push([row]);
    else line.push(row);
  }
  return lines;
}

export interface PonderTotals {
  /** The number of replies, predicted or not. */
  replies: number;
  hits: number;
  gainedPlies: number;
  nodes: number;
}

/** The total gain from pondering so far; null: no move has a report of it. */
export function ponderTotals(rows: readonly MoveRow[]): PonderTotals | null {
  const reports = rows.flatMap((row) => (row.ponder ? [row.ponder] : []));
  if (reports.length === 0) return null;
  return {
    replies: reports.length,
    hits: reports.filter((report) => report.hit).length,
    gainedPlies: reports.reduce((sum, report) => sum + report.depth_gain, 0),
    nodes: reports.reduce((sum, report) => sum + report.nodes, 0),
  };
}

export interface LentTime {
  /** How long the player thought on the moves before which the bot pondered, seconds. */
  seconds: number;
  /** How much deeper the bot searched for it, full plies, on average over its moves. */
  plies: number;
  hits: number;
  replies: number;
}

/** What the other player, a bot, gained by pondering on this seat's time; null: no move has a report of it. */
export function lentTime(rows: readonly MoveRow[], you: number): LentTime | null {
  const pondered = rows.filter(({ seat, ponder }) => seat !== you && ponder);
  const totals = ponderTotals(pondered);
  if (!totals) return null;
  const replies = pondered.map((row) => rows[rows.indexOf(row) - 1]);
  const ms = replies.reduce((sum, reply) => sum + (reply?.seat === you ? reply.spentMs : 0), 0);
  return { seconds: Math.round(ms / 1000), plies: Math.round(totals.gainedPlies / totals.replies), hits: totals.hits, replies: totals.replies };
}
