/**
 * Two people who want to play now on the same terms meet, whichever of them came first, even at the same moment at two
 * nodes of the server. Who finds a game that waits joins it; who has opened one moves on to one that was made earlier. So
 * all come together in the earliest, and nobody has to be told who the other is. Pure.
 */

import { MIN_FIRST_MOVE_TO_PAIR_MS, hasOpenSeat, isFree } from "../../app/room/lobby";
import { type RoomState, isInProgress, isSynced } from "../../app/room/room";
import type { CatalogueGame, GameSummary, Lobby, NewGame, SeatView } from "../../protocol";

/** The game that a player wants, against any opponent, as it would be created. */
export interface SeekTerms {
  game: CatalogueGame;
  request: NewGame;
  /** The seat that was chosen; null or missing: the side does not matter. */
  seat?: number | null;
}

/** How far the search is. */
export interface Search {
  terms: SeekTerms;
  /** The games that were made or found until now: none is tried twice. */
  tried: ReadonlySet<string>;
  /** Whether the present one was found, so that it is somebody else's: it is left, and not called off. */
  isJoined: boolean;
  /** Whether this page has called the present one off, or left it, in order to move. */
  isLeaving: boolean;
  /** How many games of others were left for another one. */
  left: number;
}

/** From so many games of others one moves on: whoever has several could lead others from each to the next. */
export const MAX_GAMES_LEFT = 2;

/** So many games one search makes: whoever joins each and goes could make it fill the list. */
export const MAX_GAMES_CREATED = 5;

/** `again`: looks for another game; `move`: leaves this one for an earlier one; `over`: there is nothing to look for. */
export type SeekingStep = "stay" | "again" | "move" | "over";

/** Refusals of a seat that leave a user who wants to play now without a game here. */
const SEAT_GONE: ReadonlySet<string> = new Set([
  "seat_taken",
  "no_seat",
  "seat_reserved",
  "not_ready",
  "sat_too_often",
  "wrong_state",
  "too_fast",
  "too_many_seats",
]);

/** The position that was asked for instead of the usual start, if one was. */
export function startOf({ request }: SeekTerms): string | undefined {
  return request.setup?.position ?? undefined;
}

/** The earliest game that waits on these terms, but for those excepted. `start`: the position with which it has to begin. */
export function earliestWaiting({ open }: Pick<Lobby, "open">, terms: SeekTerms, except: ReadonlySet<string>, start = startOf(terms) ?? terms.game.start): GameSummary | undefined {
  const found = open.filter((row) => !except.has(row.id) && hasOpenSeat(row) && hasTerms(row, terms, start) && isOnSeat(row, terms, isFree));
  return found.toSorted((a, b) => (isEarlier(a, b) ? -1 : 1))[0];
}

/** Whether the seat that was chosen, if one was, is as asked for. */
export function isOnSeat({ seats }: GameSummary, { seat }: SeekTerms, isSo: (view: SeatView) => boolean): boolean {
  const view = seat == null ? undefined : seats[seat];
  return seat == null || (view !== undefined && isSo(view));
}

/** Whether the row has the terms of the terms, with people on all other seats; what is left out has its default. */
export function hasTerms(row: GameSummary, { game, request }: SeekTerms, start = row.position): boolean {
  if (row.game_type !== request.game_type || row.position !== start || row.seats.some(({ player }) => player?.bot)) return false;
  const defaults = Object.fromEntries(game.settings.map(({ name, default: usual }) => [name, usual]));
  const terms = [row, request].map(({ control, settings }) => canonical({ control, settings: { ...defaults, ...settings } }));
  return terms[0] === terms[1] && hasFirstMove(row, request.setup?.first_move_ms ?? null);
}

/** Whether the first-move time suits: it is the chosen one, or, if none was chosen, not too short to be paired unseen. */
function hasFirstMove({ first_move_ms: ms = null }: GameSummary, chosen: number | null): boolean {
  return chosen === null ? ms === null || ms >= MIN_FIRST_MOVE_TO_PAIR_MS : ms === chosen;
}

/** In one order, which is the same for all who look. */
function isEarlier(a: GameSummary, b: GameSummary): boolean {
  return a.created_at === b.created_at ? a.id < b.id : a.created_at < b.created_at;
}

/** Equal for equal values: members in one order, without those that say nothing. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).filter(([, each]) => each !== null && each !== 0).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** What a user who wants to play now does in the room that was made or found for it. */
export function seekingStep(room: RoomState, search: Search, lobby: Pick<Lobby, "open"> | null): SeekingStep {
  const { you, phase, summary, notice } = room;
  if (!summary || !isSynced(room)) return "stay";
  if (you === null && notice && SEAT_GONE.has(notice.code)) return "again";
  if (phase === "finished") return wasCalledOff(room, search.isLeaving) ? "again" : "over";
  if (isInProgress(room)) return you === null ? "stay" : "over";
  if (search.isLeaving) return you === null ? "again" : "stay";
  if (!lobby || !isReadyAlone(room) || (search.isJoined && search.left >= MAX_GAMES_LEFT)) return "stay";
  const earliest = earliestWaiting(lobby, search.terms, search.tried, summary.position);
  return earliest && isEarlier(earliest, summary) ? "move" : "stay";
}

/** Whether the user sits here with nobody else, and is ready: who gives up a seat before that may sit down less often. */
function isReadyAlone({ you, seats }: RoomState): boolean {
  return you !== null && Boolean(seats[you]?.salt) && seats.every(({ player }, seat) => !player === (seat !== you));
}

/** Whether the game has ended before anybody moved, and not because the user wanted that. */
function wasCalledOff({ finished, movedSeats, you }: RoomState, isLeaving: boolean): boolean {
  return finished?.reason === "aborted" && movedSeats.length === 0 && (isLeaving || finished.ended_by !== you);
}
