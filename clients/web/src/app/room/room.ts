/**
 * The state of one room on the page, and queries on it. It has no access to the DOM, the socket or the time.
 *
 * `fold.ts` computes the state from the server's messages. Commands (`commands.ts`) remain in `pending` until they are
 * answered, so that a new connection can send them again with the same ids. A move is shown at once (`optimistic`), and
 * undone if the server refuses it.
 */

import type * as p from "../../protocol";
import type { ShownClock } from "./clock";

/** A throw of dice. `seat` null: not the throw of one seat, or unknown, as in older records. */
export interface DiceThrow {
  seat: number | null;
  values: number[];
}

/** One position of the history, with the move that led to it and the dice thrown in it, the newest last. */
export interface HistoryEntry {
  position: string;
  turn: number | null;
  throws: DiceThrow[];
  moved: p.Moved | null;
  /** The number of moves that were taken back to this position. */
  takenBack: number;
  /** The seats that left the game in this position, in order. */
  left?: Departure[];
  /** What the file of an imported game says about the position and the move: comments, annotation symbols and values. */
  remarks?: p.Said[];
  /** The clocks when the position was reached; null: not known. */
  clock: p.ClockView | null;
}

/** A seat that has left while the others play on, and why. `standIn`: a bot plays on for it; the names of the person who
 * left and of the bot. */
export type Departure = Pick<p.Withdrew, "seat" | "reason"> & { standIn?: { left: string; bot: string } };

/** An open offer: the seat that made it, and the seats that have accepted it. */
export interface Offer {
  seat: number;
  agreed: number[];
}

export interface OptimisticMove {
  id: string;
  ply: number;
  move: string;
}

/** A message to the user, usually about a refusal; each has its own `key`. */
export interface Notice {
  code: string;
  message: string;
  key: number;
}

export interface RoomState {
  game: string;
  summary: p.GameSummary | null;
  /** Whether draws can be offered, and whether the others play on when a seat leaves; known after `welcome`. */
  draws: boolean;
  playsOn: boolean;
  /** How the game begins; null: not known yet, or from an older version. */
  setup: p.Setup | null;
  /** The first commitment that was shown for this game. */
  commitment: string | null;
  /** A different commitment that was shown later, so that the throws cannot be trusted; null: none. */
  otherCommitment: string | null;
  /** The user's seat; null: a spectator. */
  you: number | null;
  /** The number of the newest event that this page has. */
  seq: number;
  /** When event number `seq` happened (the server's Unix ms). */
  at: number;
  /** The last event number announced by the welcome of this connection; null before it. */
  target: number | null;
  phase: p.GameSummary["state"];
  seats: p.SeatView[];
  history: HistoryEntry[];
  throws: p.Threw[];
  legal: string[];
  clock: ShownClock | null;
  offers: Partial<Record<p.What, Offer>>;
  /** The seats that have moved, even if their moves were taken back. */
  movedSeats: number[];
  /** The seats that have left while the others play on. */
  left: number[];
  /** The seats that have finished while the others play on. */
  done: number[];
  /** The seats of each side, in games with partners; known after `welcome`. */
  sides: number[][];
  /** The seats reserved for the creator and for invited players; known after `welcome`. */
  reservedSeats: number[];
  /** Who took and left seats before the start, the newest last; at most MAX_COMINGS. They are numbered
   * from the first on. */
  comings: { number: number; name: string; came: boolean }[];
  /** The invited players who will not come, in order. */
  declined: p.Declined[];
  /** The time limit of a first move; null: first turns are timed normally. Known after `welcome`. */
  firstMoveMs: number | null;
  /** When the current turn began (Unix ms). */
  turnStartedAt: number;
  /** Why the game is paused. */
  pause: p.Paused["reason"] | null;
  /** For each absent seat, when the game will be abandoned (monotonic ms). */
  absenceDeadlines: Record<number, number>;
  /** Absent seats that this connection has not confirmed yet. */
  unconfirmedAbsences: number[];
  chat: p.Said[];
  /** The position at the start, before any throw; empty: the game has not started. */
  start: string;
  presence: p.Presence | null;
  /** What a rated game that has ended has changed. */
  ratings: p.Ratings | null;
  info: p.Info | null;
  finished: p.Finished | null;
  /** The seats that have asked for a rematch. */
  rematch: number[];
  /** The seats that have declined a rematch, and have not asked for one since. */
  rematchDeclined: number[];
  /** The id of the rematch; empty: it is not shown to this viewer yet; null: there is none. */
  next: string | null;
  pending: Map<string, p.RoomIn>;
  optimistic: OptimisticMove | null;
  /** Whether the server cannot store anything at the moment; clocks are stopped. */
  halted: boolean;
  notice: Notice | null;
  /** The number of messages of unknown types, from a newer server. */
  unknownMessages: number;
}

/** How many comings and goings are kept. */
export const MAX_COMINGS = 6;

/** A room about which nothing is known yet. */
export function unknownRoom(game: string): RoomState {
  return {
    game,
    summary: null,
    draws: false,
    playsOn: false,
    setup: null,
    commitment: null,
    otherCommitment: null,
    you: null,
    seq: 0,
    at: 0,
    target: null,
    phase: "open",
    seats: [],
    history: [],
    throws: [],
    legal: [],
    clock: null,
    offers: {},
    movedSeats: [],
    left: [],
    done: [],
    sides: [],
    reservedSeats: [],
    comings: [],
    declined: [],
    firstMoveMs: null,
    turnStartedAt: 0,
    pause: null,
    absenceDeadlines: {},
    unconfirmedAbsences: [],
    chat: [],
    start: "",
    presence: null,
    ratings: null,
    info: null,
    finished: null,
    rematch: [],
    rematchDeclined: [],
    next: null,
    pending: new Map(),
    optimistic: null,
    halted: false,
    notice: null,
    unknownMessages: 0,
  };
}

/** The entry of a position that has just been reached. */
export function createEntry(position: string, turn: number | null = null, moved: p.Moved | null = null, clock: p.ClockView | null = moved?.clock ?? null): HistoryEntry {
  return { position, turn, throws: [], moved, takenBack: 0, clock };
}

/** A notice with a new key, so that it is shown again even if its text is the same. */
export function newNotice(state: RoomState, code: string, message: string): Notice {
  return { code, message, key: (state.notice?.key ?? 0) + 1 };
}

/** Whether all missed events have arrived, so that the state is current. */
export function isSynced(state: RoomState): boolean {
  return state.target !== null && state.seq >= state.target;
}

/** The number of plies played. */
export function ply(state: RoomState): number {
  return Math.max(0, state.history.length - 1);
}

/** The newest entry of the history. */
export function newestEntry(state: RoomState): HistoryEntry | undefined {
  return state.history.at(-1);
}

/** The last throw in a position. */
export function diceOf(entry: HistoryEntry | undefined): DiceThrow | undefined {
  return entry?.throws.at(-1);
}

/** The seat to move in a game in progress. */
export function seatToMove(state: RoomState): number | null {
  return isInProgress(state) ? (newestEntry(state)?.turn ?? null) : null;
}

/** Whether the game has begun and has not ended. */
export function isInProgress(state: RoomState): boolean {
  return state.phase === "running" || state.phase === "paused" || state.phase === "adjourned";
}

/** The room as it is for somebody without a seat, who sends nothing. */
export function withoutSeat(state: RoomState): RoomState {
  return { ...state, you: null, legal: [], pending: new Map(), optimistic: null };
}

/** Whether you have a seat, and have neither left the game nor finished before the others. */
export function isPlayer(state: RoomState): boolean {
  return state.you !== null && stillPlays(state, state.you);
}

/** Whether you can cancel an open game; a player who has joined it can only leave. */
export function canCancel({ you, reservedSeats }: RoomState): boolean {
  return you !== null && (reservedSeats.length === 0 || reservedSeats.includes(you));
}

function stillPlays({ left, done }: RoomState, seat: number): boolean {
  return !left.includes(seat) && !done.includes(seat);
}

/** Whether every seat that is still in the game has moved, so that it can no longer be aborted. */
export function allHaveMoved(state: RoomState): boolean {
  return state.seats.every((_, seat) => state.movedSeats.includes(seat) || !stillPlays(state, seat));
}

/** How many players have to ask for a rematch: those who have not left the game, but at least two. */
export function rematchRequestsNeeded({ seats, left, rematch }: RoomState): number {
  return Math.max(2, seats.filter((_, seat) => !left.includes(seat) || rematch.includes(seat)).length);
}

/** Whether you can ask for a takeback of your last move: not after a throw or a departure, and not in games with dealt cards. */
export function canTakeBack(state: RoomState): boolean {
  if (state.phase !== "running" || !isPlayer(state) || state.setup?.rated) return false;
  const ownPly = state.history.findLastIndex((entry) => entry.moved?.seat === state.you);
  const dealt = state.throws.some(({ kind }) => kind === "shuffle");
  return ownPly > 0 && !dealt && state.history.slice(ownPly).every(({ throws, left = [] }) => throws.length === 0 && left.every(({ standIn }) => standIn));
}

/** Whether you can still abort, which is possible until every seat has moved. */
export function canAbort(state: RoomState): boolean {
  if (!isPlayer(state) || state.phase === "finished") return false;
  return !allHaveMoved(state);
}

/** Whether the others would play on if you left now. */
export function othersPlayOn(state: RoomState): boolean {
  return continuesWithout(state, state.you);
}

/** Whether the game would continue if this seat left now: with at least two others, not all of them bots unless all players are bots;
 * or with a bot on the seat. */
export function continuesWithout(state: RoomState, seat: number | null): boolean {
  if (state.phase === "open") return false;
  const others = state.seats.filter((_, other) => other !== seat && stillPlays(state, other));
  if (mayBeReplaced(state, seat) && others.some(({ player }) => player && !player.bot)) return true;
  if (!state.playsOn) return false;
  const areBots = (seats: typeof others): boolean => seats.every(({ player }) => player?.bot);
  return others.length > 1 && (!areBots(others) || areBots(state.seats));
}

/** Whether a bot may take this seat when its player leaves and another person plays. */
function mayBeReplaced({ setup, seats }: RoomState, seat: number | null): boolean {
  const player = seat === null ? null : seats[seat]?.player;
  return Boolean(setup?.bots_fill && player && !player.bot);
}

/** Whether the game was aborted because a first move was not made in time. */
export function missedFirstMove({ finished }: RoomState): boolean {
  return finished?.reason === "aborted" && !finished.word && finished.clock.free_ms === 0;
}

/** Whether it is your first turn, and it has no time limit because all others are bots. */
export function hasUntimedFirstMove(state: RoomState): boolean {
  const { phase, you, clock, firstMoveMs, halted } = state;
  const isUntimed = clock !== null && clock.view.running == null && clock.view.free_ms == null;
  return phase === "running" && !halted && firstMoveMs !== null && you !== null && seatToMove(state) === you && isUntimed;
}

/** Whether all seats but one are bots. */
export function hasOneHuman(seats: readonly p.SeatView[]): boolean {
  return seats.filter(({ player }) => !player?.bot).length === 1;
}

/** The time for a move without a clock after which the opponent can claim. */
export const OVERDUE_MS = 3 * 24 * 3_600_000;

/** Whether you can claim or abort a game without a clock because the opponent has not moved for too long. */
export function isOverdue(state: RoomState, unixMs: number): boolean {
  const control = state.summary?.control;
  const clockless = control?.kind === "unlimited" && control.move_limit_ms == null;
  const mover = seatToMove(state);
  if (!clockless || !isPlayer(state) || state.phase !== "running" || mover === null || mover === state.you) return false;
  return allHaveMoved(state) && unixMs - state.turnStartedAt >= OVERDUE_MS;
}

/** The legal moves that you can play now; none while a move of yours is pending. */
export function playableMoves(state: RoomState): string[] {
  return state.phase === "running" && state.optimistic === null && seatToMove(state) === state.you ? state.legal : [];
}
