/** The reducer of the room: computes its state after each message of the server. Pure; the current time is passed in. */

import type * as p from "../../protocol";
import { shownFrom } from "./clock";
import { fileSeats, isImported } from "./imported";
import { applyAnswered, withoutOffer, offersAfterMove, applyOffered } from "./offers";
import { applyAck, isPending, applyError, withoutType } from "./pending";
import { type Departure, MAX_COMINGS, type RoomState, newestEntry, newNotice, ply, createEntry, isSynced, unknownRoom } from "./room";

/** The code of the notice that the server has been restored to an older state. */
const WENT_BACK = "went_back";
/** The code of the notice of a takeback. */
export const TAKEN_BACK = "taken_back";

/** The room of a game record, before a socket is opened; `remembered`: the first commitment that this browser has
 * seen. */
export function fromRecord(record: p.GameRecord, now: number, remembered: string | null = null): RoomState {
  const { game: summary, commitment, events } = record;
  const initial: RoomState = {
    ...unknownRoom(summary.id),
    ...checkCommitment(remembered, commitment, null),
    summary,
    phase: summary.state,
    seats: summary.seats,
    history: [createEntry(summary.position)],
  };
  const room = events.reduce((state, event) => update(state, event, now), initial);
  return isImported(summary) ? asReplay(room) : room;
}

/** An imported game cannot continue, and its record is complete. If the file has no result, the end is not shown, because the
 * game was not aborted. Nor are moves taken back, which in such a log are the variations of the file. */
function asReplay(room: RoomState): RoomState {
  const end = room.finished?.scores ? room.finished : null;
  const clock = room.clock && { ...room.clock, view: { ...room.clock.view, running: null, free_ms: null } };
  const history = room.history.map((entry) => ({ ...entry, takenBack: 0 }));
  return { ...room, history, phase: "finished", finished: end, target: room.seq, seats: fileSeats(room.seats), clock };
}

/** Adds what only the record of a finished game contains: engines' reports, and hidden moves and cards. */
export function withRecord(state: RoomState, record: p.GameRecord, now: number): RoomState {
  const recorded = fromRecord(record, now).history;
  const history = state.history.map((entry, index) => {
    const { position, moved } = recorded[index] ?? entry;
    return { ...entry, position, moved: moved && { ...moved, engine: moved.engine ?? entry.moved?.engine ?? null } };
  });
  return { ...state, history };
}

/** The room after a message. Known events are ignored, so messages can be replayed. */
export function update(state: RoomState, message: p.RoomOut, now: number): RoomState {
  if ("seq" in message && "at" in message) {
    if (message.seq <= state.seq) return state;
    const turnStartedAt = beginsTurn(state, message) ? message.at : state.turnStartedAt;
    const after = applyEvent({ ...state, halted: false }, message, now);
    const notice = state.notice?.code === WENT_BACK && !isSynced(state) ? state.notice : after.notice;
    return { ...after, notice, turnStartedAt, seq: message.seq, at: message.at };
  }
  switch (message.type) {
    case "welcome":
      return applyWelcome(state, message);
    case "ack":
      return applyAck(state, message.id);
    case "error":
      return applyError(state, message);
    case "turn":
      return message.ply === ply(state) ? { ...state, legal: unchangedList(state.legal, message.legal) } : state;
    case "clock":
      return { ...state, clock: shownFrom(message.clock, now) };
    case "presence":
      return { ...state, presence: message, absenceDeadlines: withoutAbsences(state.absenceDeadlines, state.unconfirmedAbsences), unconfirmedAbsences: [] };
    case "ratings":
      return { ...state, ratings: message };
    case "countdown":
      return applyCountdown(state, message, now);
    case "info":
      return { ...state, info: message };
    default:
      return countUnknown(state);
  }
}

/** Counts a message of an unknown type, from a newer server; its event number has been recorded all the same. */
function countUnknown(state: RoomState): RoomState {
  return { ...state, unknownMessages: state.unknownMessages + 1 };
}

/** Returns the old list if both are equal, so that a half-clicked move survives when the list is sent again. */
function unchangedList(legal: string[], sent: string[]): string[] {
  const isEqual = legal.length === sent.length && legal.every((move, index) => move === sent[index]);
  return isEqual ? legal : sent;
}

function beginsTurn(state: RoomState, event: p.RoomEvent): boolean {
  const resumesGame = event.type === "resumed" && state.phase === "adjourned";
  if (event.type === "withdrew" || event.type === "vacated") return event.seat === newestEntry(state)?.turn;
  return resumesGame || ["started", "moved", "threw", "taken_back"].includes(event.type);
}

/** A declined seat is open from then on, as if it had never been reserved. On a vacated seat a bot plays on. */
function applySeated(state: RoomState, { seat, seat_view, declined }: p.Seated): RoomState {
  const { left, player: before } = state.seats[seat] ?? {};
  const seats = state.seats.with(seat, left ? { ...seat_view, left } : seat_view);
  if (left && !before && seat_view.player) return { ...withDeparture(state, { seat, reason: "resign", standIn: { left: left.name, bot: seat_view.player.name } }), seats };
  if (!declined) return { ...state, seats, comings: comingsAfter(state, seat, seat_view) };
  return { ...state, seats, declined: [...state.declined, declined], reservedSeats: state.reservedSeats.filter((other) => other !== seat) };
}

/** A person has left for good; the bot that plays on comes with the next event. If this arrives live and the seat was yours,
 * you watch from now on; the welcome's `you` already includes the events before it. */
function applyVacated(state: RoomState, { seat, clock }: p.Vacated, now: number): RoomState {
  const { player, salt } = state.seats[seat] ?? {};
  const isYours = seat === state.you && isSynced(state);
  return {
    ...state,
    you: isYours ? null : state.you,
    seats: state.seats.with(seat, { salt: salt ?? null, left: player ?? null }),
    legal: newestEntry(state)?.turn === seat ? [] : state.legal,
    optimistic: isYours ? null : state.optimistic,
    offers: {},
    info: null,
    clock: shownFrom(clock, now),
  };
}

/** The room in whose newest position somebody has left. */
function withDeparture(state: RoomState, departure: Departure): RoomState {
  const last = newestEntry(state);
  if (!last) return state;
  return { ...state, history: state.history.with(-1, { ...last, left: [...(last.left ?? []), departure] }) };
}

/** The players who came and went, with the change of a seat. */
function comingsAfter({ comings, phase, seats }: RoomState, seat: number, { player }: p.SeatView): RoomState["comings"] {
  const before = seats[seat]?.player;
  if (phase !== "open" || Boolean(before) === Boolean(player)) return comings;
  const [name, came] = player ? [player.name, true] : [before?.name ?? "", false];
  const number = (comings.at(-1)?.number ?? 0) + 1;
  return [...comings, { number, name, came }].slice(-MAX_COMINGS);
}

function applyEvent(state: RoomState, event: p.RoomEvent, now: number): RoomState {
  switch (event.type) {
    case "seated":
      return applySeated(state, event);
    case "started":
      return applyStarted(state, event, now);
    case "threw":
      return applyThrew(state, event);
    case "moved":
      return applyMoved(state, event, now);
    case "offered":
      return applyOffered(state, event);
    case "answered":
      return applyAnswered(state, event);
    case "taken_back":
      return applyTakenBack(state, event, now);
    case "withdrew":
      return applyWithdrew(state, event, now);
    case "vacated":
      return applyVacated(state, event, now);
    case "paused":
      return applyPaused(state, event, now);
    case "resumed":
      return {
        ...state,
        phase: "running",
        pause: null,
        offers: withoutOffer(state.offers, "resume"),
        clock: shownFrom(event.clock, now),
      };
    case "said":
      return isImported(state.summary) ? applyRemark(state, event) : { ...state, chat: [...state.chat, event] };
    case "finished":
      return applyFinished(state, event, now);
    case "rematch":
      return { ...state, rematch: [...state.rematch, event.seat], rematchDeclined: without(state.rematchDeclined, event.seat), next: event.next ?? null };
    case "rematch_dropped":
      if (!event.declined) return { ...state, rematch: without(state.rematch, event.seat) };
      return { ...state, rematch: [], rematchDeclined: [...state.rematchDeclined, event.seat] };
    default:
      return countUnknown(state);
  }
}

/** Whether the server has an older state of this game than before, for example after a backup was restored; then all
 * events must be read again. */
export function hasRewound(before: RoomState, after: RoomState): boolean {
  return after.seq < before.seq;
}

/** The room before its first event: without pending commands, and with the seats as they were reserved. */
function reset(state: RoomState): RoomState {
  const { game, summary, commitment, otherCommitment, unknownMessages } = state;
  const seats = (summary?.seats ?? []).map(({ reserved }) => ({ reserved }));
  const first = state.history.slice(0, 1).map(({ position }) => createEntry(position));
  return { ...unknownRoom(game), summary, commitment, otherCommitment, unknownMessages, seats, history: first };
}

/** Handles a welcome. If the server has fewer events than this page, or different ones, the room is reset. */
function applyWelcome(state: RoomState, message: p.Welcome): RoomState {
  const isOtherEvent = message.since_at != null && message.since_at !== state.at;
  if (message.seq < state.seq || isOtherEvent) return { ...reset(state), notice: newNotice(state, WENT_BACK, "") };
  const seats = Array.from({ length: message.room.seats }, (_, seat) => state.seats[seat] ?? {});
  const { seq: target } = message;
  const commitments = checkCommitment(state.commitment, message.commitment, state.otherCommitment);
  const { draws, sides = [], plays_on: playsOn = false, kept: reservedSeats = [], setup = null } = message.room;
  const firstMoveMs = setup?.first_move_ms ?? null;
  return { ...state, ...commitments, target, seats, draws, playsOn, setup, sides, reservedSeats, firstMoveMs, you: message.you ?? null, unconfirmedAbsences: Object.keys(state.absenceDeadlines).map(Number), halted: false };
}

/** The first commitment shown, and the first that differs from it. */
function checkCommitment(first: string | null, shown: string, other: string | null): Pick<RoomState, "commitment" | "otherCommitment"> {
  return { commitment: first ?? shown, otherCommitment: other ?? (first !== null && shown !== first ? shown : null) };
}

function applyStarted(state: RoomState, event: p.Started, now: number): RoomState {
  const first = createEntry(event.position, event.turn, null, event.clock);
  return { ...state, phase: "running", start: event.position, history: [first], done: event.done ?? [], clock: shownFrom(event.clock, now) };
}

function applyThrew(state: RoomState, event: p.Threw): RoomState {
  const last = newestEntry(state);
  if (!last) return state;
  const { position, values, seat = null } = event;
  const throws = event.kind === "dice" ? [...last.throws, { seat, values }] : last.throws;
  const entry = { ...last, position, throws, turn: event.turn ?? null };
  return { ...state, history: [...state.history.slice(0, -1), entry], throws: [...state.throws, event] };
}

function applyMoved(state: RoomState, event: p.Moved, now: number): RoomState {
  const entry = createEntry(event.position, event.turn, event);
  return {
    ...state,
    history: [...state.history, entry],
    done: event.done ?? [],
    legal: [],
    notice: survivesMove(state) ? state.notice : null,
    optimistic: state.optimistic?.ply === event.ply ? null : state.optimistic,
    movedSeats: [...new Set([...state.movedSeats, event.seat])],
    offers: offersAfterMove(state.offers, event.seat),
    clock: shownFrom(event.clock, now),
  };
}

/** Whether the notice remains after a move: because it concerns the whole game, or because it arrived among missed events,
 * so that the user cannot have read it yet. */
function survivesMove(state: RoomState): boolean {
  const code = state.notice?.code;
  return code === WENT_BACK || (!isSynced(state) && (code?.endsWith("_given_up") ?? false));
}

function applyTakenBack(state: RoomState, event: p.TakenBack, now: number): RoomState {
  const history = state.history.slice(0, state.history.length - event.plies);
  const last = history.at(-1);
  if (!last) return state;
  const { position } = event;
  const entry = { ...last, position, turn: event.turn ?? null, takenBack: last.takenBack + event.plies, clock: event.clock };
  return {
    ...state,
    history: [...history.slice(0, -1), entry],
    done: event.done ?? [],
    legal: [],
    optimistic: null,
    // A pending move was meant for another position.
    pending: withoutType(state.pending, "move"),
    offers: {},
    info: null,
    notice: takebackNotice(state),
    clock: shownFrom(event.clock, now),
  };
}

function applyRemark(state: RoomState, event: p.Said): RoomState {
  const last = newestEntry(state);
  if (!last) return state;
  return { ...state, history: state.history.with(-1, { ...last, remarks: [...(last.remarks ?? []), event] }) };
}

/** A seat leaves and the others play on. Offers lapse; the turn of another seat continues. */
function applyWithdrew(state: RoomState, event: p.Withdrew, now: number): RoomState {
  const last = newestEntry(state);
  if (!last) return state;
  const { seat, reason, position } = event;
  const entry = { ...last, position, turn: event.turn ?? null, left: [...(last.left ?? []), { seat, reason }] };
  const isSameTurn = last.turn === entry.turn;
  return {
    ...state,
    history: [...state.history.slice(0, -1), entry],
    left: [...state.left, seat],
    legal: isSameTurn ? state.legal : [],
    optimistic: isSameTurn ? state.optimistic : null,
    offers: {},
    info: isSameTurn ? state.info : null,
    clock: shownFrom(event.clock, now),
  };
}

/** The notice to a player of a live takeback; spectators and replays see it in the move list. */
function takebackNotice(state: RoomState): RoomState["notice"] {
  if (isPending(state, "move")) return newNotice(state, "move_given_up", "");
  return state.you !== null && isSynced(state) ? newNotice(state, TAKEN_BACK, "") : state.notice;
}

function applyPaused(state: RoomState, event: p.Paused, now: number): RoomState {
  const stopped = { ...state, pause: event.reason, clock: shownFrom(event.clock, now) };
  if (event.reason === "outage") return { ...stopped, phase: "paused" };
  const { draw } = state.offers;
  return { ...stopped, phase: "adjourned", legal: [], offers: draw ? { draw } : {} };
}

function applyCountdown(state: RoomState, message: p.Countdown, now: number): RoomState {
  const absenceDeadlines = withoutAbsences(state.absenceDeadlines, [message.seat]);
  const unconfirmedAbsences = state.unconfirmedAbsences.filter((seat) => seat !== message.seat);
  const leftMs = message.ends_in_ms ?? null;
  return { ...state, unconfirmedAbsences, absenceDeadlines: leftMs === null ? absenceDeadlines : { ...absenceDeadlines, [message.seat]: now + leftMs } };
}

/** The deadlines without those of these seats. After a welcome the server repeats the running countdowns, and then lists the
 * connected seats. Unconfirmed deadlines are dropped only then, so that no countdown flickers. */
function withoutAbsences(absenceDeadlines: RoomState["absenceDeadlines"], seats: readonly number[]): RoomState["absenceDeadlines"] {
  return Object.fromEntries(Object.entries(absenceDeadlines).filter(([seat]) => !seats.includes(Number(seat))));
}

function applyFinished(state: RoomState, event: p.Finished, now: number): RoomState {
  return {
    ...state,
    phase: "finished",
    finished: event,
    legal: [],
    optimistic: null,
    offers: {},
    absenceDeadlines: {},
    pause: null,
    info: null,
    clock: shownFrom({ ...event.clock, running: null }, now),
  };
}

function without(seats: readonly number[], seat: number): number[] {
  return seats.filter((other) => other !== seat);
}
