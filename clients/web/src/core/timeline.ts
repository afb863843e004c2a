/** The moves of a room as the list shows them, and what pondering gained. Pure. */

import type { Face, HandState } from "../boards/model";
import type { PonderReport } from "../protocol";
import type { GameWords, Language } from "../texts";
import { type DiceThrow, type Frame, diceOf } from "./room";

/** One move: the number of its ply from 1, the throw before it, the time it took. */
export interface MoveRow {
  kind: "move";
  ply: number;
  seat: number;
  move: string;
  /** The position in which it was played. */
  position: string | undefined;
  thrown: number[] | null;
  /** How many moves were taken back before it. */
  takenBack: number;
  spentMs: number;
  book: boolean;
  ponder: PonderReport | null;
}

/** A throw after which its seat did not move; `ply`: the frame in which it was made. */
export interface ThrowRow {
  kind: "throw";
  ply: number;
  seat: number;
  thrown: number[];
}

export type Row = MoveRow | ThrowRow;

/** A line of the list. `number`: of the round, or of the hand that begins here; `after`: the hand that ends. */
export interface Line {
  number: number | null;
  rows: Row[];
  after: HandState["last"];
}

type Hands = (position: string) => HandState;

/** The hand that a move ended, if it did; `after`: how things stand after it. */
function endedBy(hand: number, after: HandState | undefined): HandState["last"] {
  return after?.last?.number === hand ? after.last : null;
}

/** The hand that the move of this frame ended, if it did. */
export function handEnded(frames: readonly Frame[], ply: number, hands: Hands | undefined): HandState["last"] {
  const before = frames[ply - 1];
  return before && frames[ply]?.moved ? endedBy(hands?.(before.position).number ?? 0, hands?.(frames[ply].position)) : null;
}

/**
 * Makes the rows of a list that grows: moves, and the throws that no move of the same seat follows, in their
 * order. What belongs to frames that have not changed stays the same object, so that only what is new has to
 * be made and drawn.
 */
export class RowMaker {
  private kept = new WeakMap<Frame, { before: Frame | undefined; next: Frame | undefined; rows: Row[] }>();
  private lines: Line[] = [];

  rows(frames: readonly Frame[]): Row[] {
    return frames.flatMap((frame, index): Row[] => {
      const [before, next] = [frames[index - 1], frames[index + 1]];
      const kept = this.kept.get(frame);
      if (kept && kept.before === before && kept.next === next) return kept.rows;
      const move = kept && kept.before === before ? kept.rows.filter((row) => row.kind === "move") : moveOf(frames, index);
      const rows = [...move, ...lostThrows(frame, next, index)];
      this.kept.set(frame, { before, next, rows });
      return rows;
    });
  }

  /** The rows in lines, one a round; lines that have not changed stay the same object, too. `hands`: of a
   * game that is played in hands, the hand in a position. */
  turns(frames: readonly Frame[], seats: number, hands?: Hands): Line[] {
    const before = this.lines;
    const at = (ply: number): HandState | undefined => hands?.(frames[ply]?.position ?? "");
    const rows = this.rows(frames).map((row) => ({ row, seat: row.seat, hand: at(row.ply - Number(row.kind === "move"))?.number ?? 0 }));
    this.lines = inTurns(rows, seats).map((line, index, all) => {
      const old = before[index];
      if (old?.rows.length === line.length && old.rows.every((row, column) => row === line[column]?.row)) return old;
      const [hand, last] = [line[0]?.hand ?? 0, line.at(-1)];
      const begins = all[index - 1]?.[0]?.hand !== hand;
      return {
        number: hand === 0 ? index + 1 : begins ? hand : null,
        rows: line.map(({ row }) => row),
        after: last?.row.kind === "move" ? endedBy(hand, at(last.row.ply)) : null,
      };
    });
    return this.lines;
  }
}

/** The moves alone. */
export function moveRows(frames: readonly Frame[]): MoveRow[] {
  return frames.flatMap((_, index) => moveOf(frames, index));
}

function moveOf(frames: readonly Frame[], index: number): MoveRow[] {
  const [before, moved] = [frames[index - 1], frames[index]?.moved];
  if (!moved) return [];
  return [
    {
      kind: "move",
      ply: index,
      seat: moved.seat,
      move: moved.move,
      position: before?.position,
      thrown: moversThrow(before, moved.seat)?.values ?? null,
      takenBack: before?.takenBack ?? 0,
      spentMs: moved.receipt.elapsed_ms,
      book: moved.engine?.book ?? false,
      ponder: moved.engine?.ponder ?? null,
    },
  ];
}

/** The throw with which a seat moves: the last one, if it is the seat's own, or nobody's. */
function moversThrow(frame: Frame | undefined, mover: number | null): DiceThrow | undefined {
  const last = diceOf(frame);
  return last && (last.seat === null || last.seat === mover) ? last : undefined;
}

/** The throws of a frame that are somebody's and not played by the move after it. */
function lostThrows(frame: Frame, next: Frame | undefined, ply: number): ThrowRow[] {
  const played = moversThrow(frame, next?.moved?.seat ?? frame.turn);
  return frame.throws.flatMap((made): ThrowRow[] => {
    const { seat, values } = made;
    return made === played || seat === null ? [] : [{ kind: "throw", ply, seat, thrown: values }];
  });
}

/** The move that led to a frame, as people write it in this game and language. */
export function moveText(face: Face | undefined, frames: readonly Frame[], ply: number, language: Language, words?: GameWords): string {
  return written(face, frames[ply - 1]?.position, frames[ply]?.moved?.move ?? "", language, words);
}

/** A move played in this position, as people write it; `words`: the game's own, for moves that name no spot. */
export function written(face: Face | undefined, position: string | undefined, move: string, language: Language, words?: GameWords): string {
  return (position === undefined ? undefined : face?.written?.(move, position, language)) ?? words?.moves[move] ?? move;
}

/** The moves of a line from a position, as people write them. */
export function lineText(face: Face | undefined, start: string | undefined, moves: readonly string[], language: Language, words?: GameWords): string[] {
  const { written, next } = face ?? {};
  if (!written || !next || start === undefined) return moves.map((move) => words?.moves[move] ?? move);
  let position = start;
  return moves.map((move) => {
    const text = written(move, position, language);
    position = next(position, move);
    return text;
  });
}

/** Rows in rounds: a new line whenever the seat order starts again, and for each hand. */
export function inTurns<R extends { seat: number; hand?: number }>(rows: readonly R[], seats: number): R[][] {
  const turns: R[][] = [];
  for (const row of rows) {
    const line = turns.at(-1);
    if (!line || line.length >= seats || row.seat <= (line.at(-1)?.seat ?? -1) || row.hand !== line[0]?.hand) turns.push([row]);
    else line.push(row);
  }
  return turns;
}

export interface PonderSum {
  of: number;
  hits: number;
  gained: number;
  nodes: number;
}

/** What pondering has gained so far; null: nobody has pondered. */
export function ponderSum(rows: readonly MoveRow[]): PonderSum | null {
  const reports = rows.flatMap((row) => (row.ponder ? [row.ponder] : []));
  if (reports.length === 0) return null;
  return {
    of: reports.length,
    hits: reports.filter((report) => report.hit).length,
    gained: reports.reduce((sum, report) => sum + report.depth_gain, 0),
    nodes: reports.reduce((sum, report) => sum + report.nodes, 0),
  };
}
