/**
 * What the page knows of one room, without DOM, socket or time of its own, and what can be asked of it.
 *
 * `fold.ts` makes it of everything that the server says. Commands (`commands.ts`) stay in `pending` until
 * they are answered, so that a new connection can send them again with the same id. A move is shown at once
 * (`optimistic`) and taken back if the server refuses it.
 */

import type * as p from "../protocol";
import type { ShownClock } from "./clock";

/** Dice that were thrown, and by whom; null: nobody's throw, or not known, as in older records. */
export interface DiceThrow {
  seat: number | null;
  values: number[];
}

/** The position after so many plies, how it came about, and the dice thrown in it, the newest last. */
export interface Frame {
  position: string;
  turn: number | null;
  throws: DiceThrow[];
  moved: p.Moved | null;
  /** How many moves were taken back to here. */
  takenBack: number;
}

/** An open offer: who made it, and who of several has accepted it. */
export interface Offer {
  seat: number;
  agreed: number[];
}

export interface OptimisticMove {
  id: string;
  ply: number;
  move: string;
}

/** Something to be shown to the user, mostly a refusal; `key` changes with each. */
export interface Notice {
  code: string;
  message: string;
  key: number;
}

export interface RoomState {
  game: string;
  summary: p.GameSummary | null;
  /** Whether draws may be offered; known once the room has welcomed us. */
  draws: boolean;
  /** The first that was shown for this game. */
  commitment: string | null;
  /** A different one shown since then: the throws cannot be trusted. */
  otherCommitment: string | null;
  you: number | null;
  seq: number;
  /** When event number `seq` happened (the server's Unix ms). */
  at: number;
  /** The last event number that the welcome of this connection announced; null before it. */
  target: number | null;
  phase: p.GameSummary["state"];
  seats: p.SeatView[];
  frames: Frame[];
  throws: p.Threw[];
  legal: string[];
  clock: ShownClock | null;
  offers: Partial<Record<p.What, Offer>>;
  /** The seats that have moved, taken back or not. */
  haveMoved: number[];
  /** Since when the seat to move has been to move (Unix ms). */
  turnAt: number;
  /** Why the game is paused. */
  pause: p.Paused["reason"] | null;
  /** The absent seats, and the instant at which the game is abandoned for each. */
  waits: Record<number, number>;
  chat: p.Said[];
  presence: p.Presence | null;
  info: p.Info | null;
  finished: p.Finished | null;
  rematch: number[];
  next: string | null;
  pending: Map<string, p.RoomIn>;
  optimistic: OptimisticMove | null;
  /** The server cannot store anything just now: clocks are stopped. */
  halted: boolean;
  notice: Notice | null;
  /** How many messages of unknown types, from a newer server, have come. */
  skipped: number;
}

/** A room of which nothing is known yet. */
export function unknownRoom(game: string): RoomState {
  return {
    game,
    summary: null,
    draws: false,
    commitment: null,
    otherCommitment: null,
    you: null,
    seq: 0,
    at: 0,
    target: null,
    phase: "open",
    seats: [],
    frames: [],
    throws: [],
    legal: [],
    clock: null,
    offers: {},
    haveMoved: [],
    turnAt: 0,
    pause: null,
    waits: {},
    chat: [],
    presence: null,
    info: null,
    finished: null,
    rematch: [],
    next: null,
    pending: new Map(),
    optimistic: null,
    halted: false,
    notice: null,
    skipped: 0,
  };
}

/** A position that has just been reached: nothing has been thrown in it, or taken back to it. */
export function newFrame(position: string, turn: number | null = null, moved: p.Moved | null = null): Frame {
  return { position, turn, throws: [], moved, takenBack: 0 };
}

/** A notice that is shown as a new one, even if it says the same as the last. */
export function newNotice(state: RoomState, code: string, message: string): Notice {
  return { code, message, key: (state.notice?.key ?? 0) + 1 };
}

/** Whether all missed events have arrived: the state is the present one. */
export function synced(state: RoomState): boolean {
  return state.target !== null && state.seq >= state.target;
}

/** How many plies have been played. */
export function ply(state: RoomState): number {
  return Math.max(0, state.frames.length - 1);
}

/** The newest frame. */
export function newest(state: RoomState): Frame | undefined {
  return state.frames.at(-1);
}

/** The dice that lie on the table in a position. */
export function diceOf(frame: Frame | undefined): DiceThrow | undefined {
  return frame?.throws.at(-1);
}

/** The seat to move in a game that is on. */
export function turn(state: RoomState): number | null {
  return isOn(state) ? (newest(state)?.turn ?? null) : null;
}

/** Whether the game has begun and not ended. */
export function isOn(state: RoomState): boolean {
  return state.phase === "running" || state.phase === "paused" || state.phase === "adjourned";
}

/** Whether you may ask to take your last move back: never across a throw, nor where cards were dealt. */
export function mayTakeBack(state: RoomState): boolean {
  if (state.phase !== "running" || state.you === null) return false;
  const own = state.frames.findLastIndex((frame) => frame.moved?.seat === state.you);
  const dealt = state.throws.some(({ kind }) => kind === "shuffle");
  return own > 0 && !dealt && state.frames.slice(own).every((frame) => frame.throws.length === 0);
}

/** Whether you may still abort: until every seat has moved. */
export function mayAbort(state: RoomState): boolean {
  if (state.you === null || state.phase === "finished") return false;
  return state.haveMoved.length < state.seats.length;
}

/** How long the other side may leave a game without a clock unattended. */
export const OVERDUE_MS = 3 * 24 * 3_600_000;

/** Whether you may claim or abort a game without a clock because the other side has not moved for too long. */
export function overdue(state: RoomState, unixMs: number): boolean {
  const control = state.summary?.control;
  const clockless = control?.kind === "unlimited" && control.move_limit_ms == null;
  const mover = turn(state);
  if (!clockless || state.you === null || state.phase !== "running" || mover === null || mover === state.you) return false;
  return state.haveMoved.length === state.seats.length && unixMs - state.turnAt >= OVERDUE_MS;
}

/** The legal moves that you may play now: none while one of yours has no answer. */
export function playable(state: RoomState): string[] {
  return state.phase === "running" && state.optimistic === null && turn(state) === state.you ? state.legal : [];
}
