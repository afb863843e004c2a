/** The fold: a room and the next message of the server give the room after it. Pure; instants are given. */

import type * as p from "../protocol";
import { shownFrom } from "./clock";
import { answered, withoutOffer, stillOpen, offered } from "./offers";
import { acknowledged, isPending, refused, withoutType } from "./pending";
import { type RoomState, newest, newNotice, ply, newFrame, synced, unknownRoom } from "./room";

/** The code of the notice that the server has gone back to an older state. */
const WENT_BACK = "went_back";

/** The room that a record describes, without a socket yet; `remembered`: the commitment that this browser
 * was shown first. */
export function fromRecord(record: p.GameRecord, now: number, remembered: string | null = null): RoomState {
  const { game: summary, commitment, events } = record;
  const bare: RoomState = {
    ...unknownRoom(summary.id),
    ...committed(remembered, commitment, null),
    summary,
    phase: summary.state,
    seats: summary.seats,
    frames: [newFrame(summary.position)],
  };
  return events.reduce((state, event) => update(state, event, now), bare);
}

/** The room with what only the record of a finished game has: the engines' reports, and what was hidden. */
export function withRecord(state: RoomState, record: p.GameRecord, now: number): RoomState {
  const recorded = fromRecord(record, now).frames;
  const frames = state.frames.map((frame, index) => {
    const { position, moved } = recorded[index] ?? frame;
    return { ...frame, position, moved: moved && { ...moved, engine: moved.engine ?? frame.moved?.engine ?? null } };
  });
  return { ...state, frames };
}

/** The room after a message. Events already had are ignored, so a replay does no harm. */
export function update(state: RoomState, message: p.RoomOut, now: number): RoomState {
  if ("seq" in message && "at" in message) {
    if (message.seq <= state.seq) return state;
    const turnAt = beginsTurn(state, message) ? message.at : state.turnAt;
    const after = applied({ ...state, halted: false }, message, now);
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
      return message.ply === ply(state) ? { ...state, legal: unchangedOr(state.legal, message.legal) } : state;
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

/** A message of a newer server that this page does not know: counted, and its event number is taken. */
function skipped(state: RoomState): RoomState {
  return { ...state, skipped: state.skipped + 1 };
}

/** Equal lists are one value, so that a move begun on the board is not dropped when the list is sent again. */
function unchangedOr(legal: string[], sent: string[]): string[] {
  const same = legal.length === sent.length && legal.every((move, index) => move === sent[index]);
  return same ? legal : sent;
}

function beginsTurn(state: RoomState, event: p.RoomEvent): boolean {
  const goesOn = event.type === "resumed" && state.phase === "adjourned";
  return goesOn || ["started", "moved", "threw", "taken_back"].includes(event.type);
}

function applied(state: RoomState, event: p.RoomEvent, now: number): RoomState {
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
        offers: withoutOffer(state.offers, "resume"),
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

/** Whether the server has gone back to an older state of this game, as after restoring a backup: all events
 * are then to be read again. */
export function wentBack(before: RoomState, after: RoomState): boolean {
  return after.seq < before.seq;
}

/** The room before its first event: no command pending, and the seats as they were reserved. */
function reset(state: RoomState): RoomState {
  const { game, summary, commitment, otherCommitment, skipped } = state;
  const seats = (summary?.seats ?? []).map(({ reserved }) => ({ reserved }));
  const first = state.frames.slice(0, 1).map(({ position }) => newFrame(position));
  return { ...unknownRoom(game), summary, commitment, otherCommitment, skipped, seats, frames: first };
}

/** A server that knows fewer events than we do, or others, has gone back: nothing known or pending holds. */
function welcomed(state: RoomState, message: p.Welcome): RoomState {
  const other = message.since_at != null && message.since_at !== state.at;
  if (message.seq < state.seq || other) return { ...reset(state), notice: newNotice(state, WENT_BACK, "") };
  const seats = Array.from({ length: message.room.seats }, (_, seat) => state.seats[seat] ?? {});
  const { seq: target } = message;
  const trust = committed(state.commitment, message.commitment, state.otherCommitment);
  const { draws } = message.room;
  return { ...state, ...trust, target, seats, draws, you: message.you ?? null, waits: {}, halted: false };
}

/** The first commitment, and the first other one. */
function committed(first: string | null, shown: string, other: string | null): Pick<RoomState, "commitment" | "otherCommitment"> {
  return { commitment: first ?? shown, otherCommitment: other ?? (first !== null && shown !== first ? shown : null) };
}

function started(state: RoomState, event: p.Started, now: number): RoomState {
  const first = newFrame(event.position, event.turn);
  return { ...state, phase: "running", frames: [first], clock: shownFrom(event.clock, now) };
}

function threw(state: RoomState, event: p.Threw): RoomState {
  const last = newest(state);
  if (!last) return state;
  const { position, values, seat = null } = event;
  const throws = event.kind === "dice" ? [...last.throws, { seat, values }] : last.throws;
  const frame = { ...last, position, throws, turn: event.turn ?? null };
  return { ...state, frames: [...state.frames.slice(0, -1), frame], throws: [...state.throws, event] };
}

function moved(state: RoomState, event: p.Moved, now: number): RoomState {
  const frame = newFrame(event.position, event.turn, event);
  return {
    ...state,
    frames: [...state.frames, frame],
    legal: [],
    notice: outlasts(state) ? state.notice : null,
    optimistic: state.optimistic?.ply === event.ply ? null : state.optimistic,
    haveMoved: [...new Set([...state.haveMoved, event.seat])],
    offers: stillOpen(state.offers, event.seat),
    clock: shownFrom(event.clock, now),
  };
}

/** Whether the notice stays over a move: it concerns the whole game, or came while missed events were being
 * read, so that nobody can have read it yet. */
function outlasts(state: RoomState): boolean {
  const code = state.notice?.code;
  return code === WENT_BACK || (!synced(state) && (code?.endsWith("_given_up") ?? false));
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
    optimistic: null,
    // A pending move was meant for another position.
    pending: withoutType(state.pending, "move"),
    offers: {},
    info: null,
    notice: newNotice(state, isPending(state, "move") ? "move_given_up" : "taken_back", ""),
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
    optimistic: null,
    offers: {},
    waits: {},
    pause: null,
    info: null,
    clock: shownFrom({ ...event.clock, running: null }, now),
  };
}
