/**
 * What the page knows of one room: the fold of everything the server has said, without DOM, socket
 * or time of its own. `update(state, message, now)` is pure; `now` is a monotonic instant in ms.
 *
 * Commands (`commands.ts`) stay in `pending` until they are answered, so that a new connection can
 * send them again with the same id. A move is shown at once (`guess`) and taken back if the server
 * refuses it.
 */

import * as p from "../protocol";
import { type ShownClock, shownFrom } from "./clock";

/** The position after so many plies, how it came about, and what was thrown in it. */
export interface Frame {
  position: string;
  turn: number | null;
  thrown: number[] | null;
  moved: p.Moved | null;
  /** How many moves were taken back to here. */
  takenBack: number;
}

/** What the seats can agree on. */
export type What = "draw" | "takeback" | "adjourn" | "resume";

/** An open offer: whose it is, and who of several has accepted it. */
export interface Offer {
  seat: number;
  agreed: number[];
}

export interface Guess {
  id: string;
  ply: number;
  move: string;
}

/** A refusal to be shown to the person; `key` changes with each. */
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
  /** Another one that has been shown since: the throws cannot be trusted. */
  otherCommitment: string | null;
  you: number | null;
  seq: number;
  /** When event number `seq` was (the server's Unix ms). */
  at: number;
  /** The last number that this connection's welcome promised; null before it. */
  target: number | null;
  phase: p.GameSummary["state"];
  seats: p.SeatView[];
  frames: Frame[];
  throws: p.Threw[];
  legal: string[];
  clock: ShownClock | null;
  offers: Partial<Record<What, Offer>>;
  /** The seats that have moved, taken back or not. */
  haveMoved: number[];
  /** Since when the seat to move has been to move (Unix ms). */
  turnAt: number;
  /** Why the game stands still. */
  pause: p.Paused["reason"] | null;
  /** Who is waited for, and the instant at which the game is abandoned for it. */
  waits: Record<number, number>;
  chat: p.Said[];
  presence: p.Presence | null;
  info: p.Info | null;
  finished: p.Finished | null;
  rematch: number[];
  next: string | null;
  pending: Map<string, p.RoomIn>;
  guess: Guess | null;
  /** The server cannot store anything just now: play and its clocks stand still. */
  stalled: boolean;
  notice: Notice | null;
  /** How many messages of types that this page does not know have come, from a newer server. */
  skipped: number;
}

/** The code of the notice that the server has gone back to an older state. */
const WENT_BACK = "went_back";

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
    guess: null,
    stalled: false,
    notice: null,
    skipped: 0,
  };
}

/** The room that a record describes, before and without a socket; `remembered`: the commitment that
 * this browser was shown first. */
export function fromRecord(record: p.GameRecord, now: number, remembered: string | null = null): RoomState {
  const { game: summary, commitment, events } = record;
  const first = { position: summary.position, turn: null, thrown: null, moved: null, takenBack: 0 };
  const bare: RoomState = {
    ...unknownRoom(summary.id),
    ...committed(remembered, commitment, null),
    summary,
    phase: summary.state,
    seats: summary.seats,
    frames: [first],
  };
  return events.reduce((state, event) => update(state, event, now), bare);
}

/** The room with what engines reported of each move; of a game that has ended the record tells it. */
export function withReports(state: RoomState, { events }: p.GameRecord): RoomState {
  const reports = new Map(events.map((event) => [event.seq, event.type === "moved" ? event.engine : null]));
  const frames = state.frames.map((frame) => {
    const engine = frame.moved && reports.get(frame.moved.seq);
    return frame.moved && engine ? { ...frame, moved: { ...frame.moved, engine } } : frame;
  });
  return { ...state, frames };
}

/** Whether everything missed has arrived: the state is the room's present one. */
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

/** The seat to move in a game that is on. */
export function turn(state: RoomState): number | null {
  return isOn(state) ? (newest(state)?.turn ?? null) : null;
}

/** Whether the game has begun and not ended. */
export function isOn(state: RoomState): boolean {
  return state.phase === "running" || state.phase === "paused" || state.phase === "adjourned";
}

/** The seat that waits for your answer to such an offer. */
export function asks(state: RoomState, what: What): number | null {
  const offer = state.offers[what];
  const open = offer && state.you !== null && offer.seat !== state.you && !offer.agreed.includes(state.you);
  return open ? offer.seat : null;
}

/** Whether you may ask for your last move back: never over a throw. */
export function mayTakeBack(state: RoomState): boolean {
  if (state.phase !== "running" || state.you === null) return false;
  const own = state.frames.findLastIndex((frame) => frame.moved?.seat === state.you);
  return own > 0 && state.frames.slice(own).every((frame) => frame.thrown === null);
}

/** Whether you may still abort: until every seat has moved. */
export function mayAbort(state: RoomState): boolean {
  if (state.you === null || state.phase === "finished") return false;
  return state.haveMoved.length < state.seats.length;
}

/** For so long the other side may leave a game without a clock alone. */
export const OVERDUE_MS = 3 * 24 * 3_600_000;

/** Whether you may claim or abort a game without a clock in which the other side does not move. */
export function overdue(state: RoomState, unixMs: number): boolean {
  const control = state.summary?.control;
  const clockless = control?.kind === "unlimited" && control.move_limit_ms == null;
  const mover = turn(state);
  if (!clockless || state.you === null || state.phase !== "running" || mover === null || mover === state.you) return false;
  return state.haveMoved.length === state.seats.length && unixMs - state.turnAt >= OVERDUE_MS;
}

/** The legal moves that you may play now: none while one of yours is on its way. */
export function playable(state: RoomState): string[] {
  return state.phase === "running" && state.guess === null && turn(state) === state.you ? state.legal : [];
}

/** The room after a message. Events already had are ignored, so a replay does no harm. */
export function update(state: RoomState, message: p.RoomOut, now: number): RoomState {
  if ("seq" in message && "at" in message) {
    if (message.seq <= state.seq) return state;
    const turnAt = beginsTurn(state, message) ? message.at : state.turnAt;
    const after = happened({ ...state, stalled: false }, message, now);
    const notice = state.notice?.code === WENT_BACK && !synced(state) ? state.notice : after.notice;
    return { ...after, notice, turnAt, seq: message.seq, at: message.at };
  }
  switch (message.type) {
    case "welcome":
      return welcomed(state, message);
    case "ack":
      return acknowledged(state, message.id);
    case "error":
      return refused(state, message);
    case "turn":
      return message.ply === ply(state) ? { ...state, legal: kept(state.legal, message.legal) } : state;
    case "clock":
      return { ...state, clock: shownFrom(message.clock, now) };
    case "presence":
      return { ...state, presence: message };
    case "countdown":
      return countedDown(state, message, now);
    case "info":
      return { ...state, info: message };
    default:
      return skipped(state);
  }
}

/** Newer servers may say more: what is not known here is counted, and its number is had. */
function skipped(state: RoomState): RoomState {
  return { ...state, skipped: state.skipped + 1 };
}

/** The same moves told again are the same value: what is begun with them on the board goes on. */
function kept(legal: string[], told: string[]): string[] {
  const same = legal.length === told.length && legal.every((move, index) => move === told[index]);
  return same ? legal : told;
}

function beginsTurn(state: RoomState, event: p.RoomEvent): boolean {
  const goesOn = event.type === "resumed" && state.phase === "adjourned";
  return goesOn || ["started", "moved", "threw", "taken_back"].includes(event.type);
}

function happened(state: RoomState, event: p.RoomEvent, now: number): RoomState {
  switch (event.type) {
    case "seated":
      return { ...state, seats: state.seats.with(event.seat, event.seat_view) };
    case "started":
      return started(state, event, now);
    case "threw":
      return threw(state, event);
    case "moved":
      return moved(state, event, now);
    case "offered":
      return offered(state, event);
    case "answered":
      return answered(state, event);
    case "taken_back":
      return takenBack(state, event, now);
    case "paused":
      return paused(state, event, now);
    case "resumed":
      return {
        ...state,
        phase: "running",
        pause: null,
        offers: closed(state.offers, "resume"),
        clock: shownFrom(event.clock, now),
      };
    case "said":
      return { ...state, chat: [...state.chat, event] };
    case "finished":
      return finished(state, event, now);
    case "rematch":
      return { ...state, rematch: [...state.rematch, event.seat], next: event.next ?? null };
    default:
      return skipped(state);
  }
}

/** Whether the server has gone back to an older state of this game, as with a backup put back: then
 * the past is to be read again from its first event. */
export function wentBack(before: RoomState, after: RoomState): boolean {
  return after.seq < before.seq;
}

/** What is known of the game itself: no event of it, nothing under way, and who is awaited. */
function emptied(state: RoomState): RoomState {
  const { game, summary, commitment, otherCommitment, skipped } = state;
  const seats = (summary?.seats ?? []).map(({ reserved }) => ({ reserved }));
  const first = state.frames.slice(0, 1).map(({ position }) => ({ position, turn: null, thrown: null, moved: null, takenBack: 0 }));
  return { ...unknownRoom(game), summary, commitment, otherCommitment, skipped, seats, frames: first };
}

/** Where the server knows less than we do, or another past, nothing that it has told or that is under
 * way holds. */
function welcomed(state: RoomState, message: p.Welcome): RoomState {
  const other = message.since_at != null && message.since_at !== state.at;
  if (message.seq < state.seq || other) return { ...emptied(state), notice: noticed(state, WENT_BACK, "") };
  const seats = Array.from({ length: message.room.seats }, (_, seat) => state.seats[seat] ?? {});
  const { seq: target } = message;
  const trust = committed(state.commitment, message.commitment, state.otherCommitment);
  const { draws } = message.room;
  return { ...state, ...trust, target, seats, draws, you: message.you ?? null, waits: {}, stalled: false };
}

/** The first commitment, and the first other one. */
function committed(first: string | null, shown: string, other: string | null): Pick<RoomState, "commitment" | "otherCommitment"> {
  return { commitment: first ?? shown, otherCommitment: other ?? (first !== null && shown !== first ? shown : null) };
}

function started(state: RoomState, event: p.Started, now: number): RoomState {
  const first = { position: event.position, turn: event.turn ?? null, thrown: null, moved: null, takenBack: 0 };
  return { ...state, phase: "running", frames: [first], clock: shownFrom(event.clock, now) };
}

function threw(state: RoomState, event: p.Threw): RoomState {
  const last = newest(state);
  if (!last) return state;
  const { position, values } = event;
  const thrown = event.kind === "dice" ? values : last.thrown;
  const frame = { ...last, position, thrown, turn: event.turn ?? null };
  return { ...state, frames: [...state.frames.slice(0, -1), frame], throws: [...state.throws, event] };
}

function moved(state: RoomState, event: p.Moved, now: number): RoomState {
  const frame = { position: event.position, turn: event.turn ?? null, thrown: null, moved: event, takenBack: 0 };
  return {
    ...state,
    frames: [...state.frames, frame],
    legal: [],
    notice: outlasts(state) ? state.notice : null,
    guess: state.guess?.ply === event.ply ? null : state.guess,
    haveMoved: [...new Set([...state.haveMoved, event.seat])],
    offers: leftOpen(state.offers, event.seat),
    clock: shownFrom(event.clock, now),
  };
}

/** Whether the notice stays over a move: it concerns the whole game, or came with what was missed, so
 * that nobody could have read it yet. */
function outlasts(state: RoomState): boolean {
  const code = state.notice?.code;
  return code === WENT_BACK || (!synced(state) && (code?.endsWith("_given_up") ?? false));
}

/** A move declines what others have offered, unless the mover had accepted; a takeback anyhow. */
function leftOpen(offers: RoomState["offers"], mover: number): RoomState["offers"] {
  const kept = Object.entries(offers).filter(([, offer]) => offer.seat === mover || offer.agreed.includes(mover));
  return closed(Object.fromEntries(kept), "takeback");
}

function closed(offers: RoomState["offers"], what: What): RoomState["offers"] {
  return Object.fromEntries(Object.entries(offers).filter(([open]) => open !== what));
}

function takenBack(state: RoomState, event: p.TakenBack, now: number): RoomState {
  const frames = state.frames.slice(0, state.frames.length - event.plies);
  const last = frames.at(-1);
  if (!last) return state;
  const { position } = event;
  const frame = { ...last, position, turn: event.turn ?? null, takenBack: last.takenBack + event.plies };
  return {
    ...state,
    frames: [...frames.slice(0, -1), frame],
    legal: [],
    guess: null,
    // A move under way was meant for another position.
    pending: without(state.pending, "move"),
    offers: {},
    info: null,
    notice: noticed(state, isUnderWay(state, "move") ? "move_given_up" : "taken_back", ""),
    clock: shownFrom(event.clock, now),
  };
}

function paused(state: RoomState, event: p.Paused, now: number): RoomState {
  const stopped = { ...state, pause: event.reason, clock: shownFrom(event.clock, now) };
  if (event.reason === "outage") return { ...stopped, phase: "paused" };
  const { draw } = state.offers;
  return { ...stopped, phase: "adjourned", legal: [], offers: draw ? { draw } : {} };
}

function countedDown(state: RoomState, message: p.Countdown, now: number): RoomState {
  const others = Object.entries(state.waits).filter(([seat]) => Number(seat) !== message.seat);
  const left = message.ends_in_ms ?? null;
  const waits: Record<number, number> = Object.fromEntries(others);
  return { ...state, waits: left === null ? waits : { ...waits, [message.seat]: now + left } };
}

function finished(state: RoomState, event: p.Finished, now: number): RoomState {
  return {
    ...state,
    phase: "finished",
    finished: event,
    legal: [],
    guess: null,
    offers: {},
    waits: {},
    pause: null,
    info: null,
    clock: shownFrom({ ...event.clock, running: null }, now),
  };
}

/** What was said of an older offer, and had no answer when the line broke, is not said of this one. */
function offered(state: RoomState, event: p.Offered): RoomState {
  const what = event.what ?? "draw";
  const offers = { ...state.offers, [what]: { seat: event.seat, agreed: [] } };
  const news = !synced(state) && event.seat !== state.you;
  if (!news || what === "resume" || !isUnderWay(state, what)) return { ...state, offers };
  return { ...state, offers, pending: without(state.pending, what), notice: noticed(state, "answer_given_up", "") };
}

function isUnderWay(state: RoomState, type: p.RoomIn["type"]): boolean {
  return [...state.pending.values()].some((frame) => frame.type === type);
}

function without(pending: RoomState["pending"], type: p.RoomIn["type"]): RoomState["pending"] {
  return new Map([...pending].filter(([, frame]) => frame.type !== type));
}

/** An offer declined, of which its maker is told, or accepted by one of several. */
function answered(state: RoomState, event: p.Answered): RoomState {
  const what = event.what ?? "draw";
  const offer = state.offers[what];
  if (event.accept && offer) {
    return { ...state, offers: { ...state.offers, [what]: { ...offer, agreed: [...offer.agreed, event.seat] } } };
  }
  const mine = offer !== undefined && offer.seat === state.you;
  const notice = mine ? noticed(state, what === "draw" ? "declined" : `${what}_declined`, "") : state.notice;
  return { ...state, offers: closed(state.offers, what), notice };
}

/** A notice that is shown as a new one, even if it says the same as the last. */
export function noticed(state: RoomState, code: string, message: string): Notice {
  return { code, message, key: (state.notice?.key ?? 0) + 1 };
}

/** An answered command; where we sit follows from our own sit and leave. */
function acknowledged(state: RoomState, id: string): RoomState {
  const done = state.pending.get(id);
  const after = { ...state, stalled: false, pending: settled(state.pending, id) };
  if (done?.type === "sit") return { ...after, you: done.seat ?? state.you };
  return done?.type === "leave" ? { ...after, you: null } : after;
}

/** Whether a refused command is to be sent again a little later; a move, when a pause is over. */
export function isResent(state: RoomState, { id, code, state: phase }: p.Error): boolean {
  const paused = phase === "paused" && id != null && state.pending.get(id)?.type === "move";
  return id != null && (p.SEND_AGAIN.has(code) || paused);
}

function refused(state: RoomState, error: p.Error): RoomState {
  if (error.code === "read_only") return { ...state, stalled: true };
  if (isResent(state, error)) return state;
  const notice = noticed(state, error.code, error.message);
  if (!error.id) return { ...state, notice };
  const guess = state.guess?.id === error.id ? null : state.guess;
  return { ...state, guess, notice, pending: settled(state.pending, error.id) };
}

function settled(pending: RoomState["pending"], id: string): RoomState["pending"] {
  return new Map([...pending].filter(([under]) => under !== id));
}
