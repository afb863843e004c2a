/**
 * Brings people together in open games on the same terms: games for more than two, games without a clock that runs in one
 * sitting, and games from a given position. (The server pairs people for all others: `seek-terms.ts`.) A page that finds a
 * waiting game joins it; a page that has created one moves to an earlier one. So all meet in the earliest game. Pure.
 */

import { MIN_FIRST_MOVE_TO_PAIR_MS, hasOpenSeat, isFree } from "../../app/room/lobby";
import { type RoomState, isInProgress, isSynced } from "../../app/room/room";
import type { CatalogueGame, GameSummary, Lobby, NewGame, SeatView } from "../../protocol";

/** The game that a player is looking for, against any opponent, and the request that would create it. */
export interface SeekTerms {
  game: CatalogueGame;
  request: NewGame;
  /** The chosen seat; null or missing: either side. */
  seat?: number | null;
}

/** The state of a search. */
export interface Search {
  terms: SeekTerms;
  /** The games that were created or found so far, so that none is tried twice. */
  tried: ReadonlySet<string>;
  /** Whether the current game is another player's, so that it is left and not aborted. */
  isJoined: boolean;
  /** Whether this page has aborted or left the current game in order to move to another. */
  isLeaving: boolean;
  /** The number of games of other players that were left for another one. */
  left: number;
}

/** The maximum number of other players' games to leave. Otherwise one player with several games could lead others from each to the next. */
export const MAX_GAMES_LEFT = 2;

/** The maximum number of games that one search creates. Otherwise a player who joins and leaves each could make it fill the lobby. */
export const MAX_GAMES_CREATED = 5;

/** `again`: look for another game; `move`: leave this one for an earlier one; `over`: the search has ended. */
export type SeekingStep = "stay" | "again" | "move" | "over";

/** Error codes after which the seat is not available, so that the search continues. */
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

/** The requested start position, if it is not that of the settings. */
export function startOf({ request }: SeekTerms): string | undefined {
  return request.setup?.position ?? undefined;
}

/** The earliest game that waits on these terms, except for `except`. `start`: its start position. */
export function earliestWaiting({ open }: Pick<Lobby, "open">, terms: SeekTerms, except: ReadonlySet<string>, start = startOf(terms) ?? terms.game.start): GameSummary | undefined {
  const found = open.filter((row) => !except.has(row.id) && hasOpenSeat(row) && hasTerms(row, terms, start) && isOnSeat(row, terms, isFree));
  return found.toSorted((a, b) => (isEarlier(a, b) ? -1 : 1))[0];
}

/** Whether the chosen seat, if any, fulfils a condition. */
export function isOnSeat({ seats }: GameSummary, { seat }: SeekTerms, condition: (view: SeatView) => boolean): boolean {
  const view = seat == null ? undefined : seats[seat];
  return seat == null || (view !== undefined && condition(view));
}

/** Whether a game in the lobby has these terms, without bots; missing settings have their defaults. */
export function hasTerms(row: GameSummary, { game, request }: SeekTerms, start = row.position): boolean {
  if ((row.rated ?? false) !== (request.setup?.rated ?? false)) return false;
  if (row.game_type !== request.game_type || row.position !== start || row.seats.some(({ player }) => player?.bot)) return false;
  const defaults = Object.fromEntries(game.settings.map(({ name, default: value }) => [name, value]));
  const canonicalTerms = [row, request].map(({ control, settings }) => canonical({ control, settings: { ...defaults, ...settings } }));
  return canonicalTerms[0] === canonicalTerms[1] && hasFirstMove(row, request.setup?.first_move_ms ?? null);
}

/** Whether the first-move time matches: it is the chosen one, or, if none was chosen, long enough for automatic pairing. */
function hasFirstMove({ first_move_ms: ms = null }: GameSummary, chosen: number | null): boolean {
  return chosen === null ? ms === null || ms >= MIN_FIRST_MOVE_TO_PAIR_MS : ms === chosen;
}

/** A total order of games, which is the same on all pages. */
function isEarlier(a: GameSummary, b: GameSummary): boolean {
  return a.created_at === b.created_at ? a.id < b.id : a.created_at < b.created_at;
}

/** A canonical text of a value: with sorted members, without empty ones. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).filter(([, each]) => each !== null && each !== 0).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** The next step of a search in the room of the current game. */
export function seekingStep(room: RoomState, search: Search, lobby: Pick<Lobby, "open"> | null): SeekingStep {
  const { you, phase, summary, notice } = room;
  if (!summary || !isSynced(room)) return "stay";
  if (you === null && notice && SEAT_GONE.has(notice.code)) return "again";
  if (phase === "finished") return wasCalledOff(room, search.isLeaving) ? "again" : "over";
  if (isInProgress(room)) return you === null ? "stay" : "over";
  if (search.isLeaving) return you === null ? "again" : "stay";
  if (!lobby || !isWaitingAlone(room) || (search.isJoined && search.left >= MAX_GAMES_LEFT)) return "stay";
  const earliest = earliestWaiting(lobby, search.terms, search.tried, summary.position);
  return earliest && isEarlier(earliest, summary) ? "move" : "stay";
}

/** Whether the user is the only player here, and is ready; leaving a seat before that counts against a rate limit. */
function isWaitingAlone({ you, seats }: RoomState): boolean {
  return you !== null && Boolean(seats[you]?.salt) && seats.every(({ player }, seat) => !player === (seat !== you));
}

/** Whether the game was aborted before the first move, and not by the user, except in order to move to another game. */
function wasCalledOff({ finished, movedSeats, you }: RoomState, isLeaving: boolean): boolean {
  return finished?.reason === "aborted" && movedSeats.length === 0 && (isLeaving || finished.ended_by !== you);
}
