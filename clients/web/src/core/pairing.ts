/**
 * Two people who want to play now on the same terms meet, whichever of them came first, even at the same moment at two
 * nodes of the server. Who finds a game that waits joins it; who has opened one moves on to one that was made earlier. So
 * all come together in the earliest, and nobody has to be told who the other is. Pure.
 */

import type { CatalogueGame, GameSummary, Lobby, NewGame } from "../protocol";
import { hasOpenSeat } from "./lobby";
import { type RoomState, isOn, isSynced } from "./room";

/** A game that somebody wants to play with whoever comes, as it would be made. The side does not matter. */
export interface Wish {
  game: CatalogueGame;
  request: NewGame;
}

/** `again`: looks for another game; `move`: leaves this one for an earlier one; `over`: there is nothing to look for. */
export type SeekingStep = "stay" | "again" | "move" | "over";

/** Refusals of a seat that leave a user who wants to play now without a game here. */
const SEAT_GONE: ReadonlySet<string> = new Set(["seat_taken", "no_seat", "seat_reserved", "not_ready", "sat_too_often", "wrong_state"]);

/** The earliest game that waits on these terms, but for those excepted. `start`: the position with which it has to begin. */
export function earliestWaiting({ open }: Pick<Lobby, "open">, wish: Wish, except: ReadonlySet<string>, start = wish.game.start): GameSummary | undefined {
  const found = open.filter((row) => !except.has(row.id) && hasOpenSeat(row) && hasTerms(row, wish, start));
  return found.toSorted((a, b) => (isEarlier(a, b) ? -1 : 1))[0];
}

/** Whether the row has the terms of the wish; what is left out has its default. */
export function hasTerms(row: GameSummary, { game, request }: Wish, start = row.position): boolean {
  if (row.game_type !== request.game_type || row.position !== start) return false;
  const defaults = Object.fromEntries(game.settings.map(({ name, default: usual }) => [name, usual]));
  const terms = [row, request].map(({ control, settings }) => canonical({ control, settings: { ...defaults, ...settings } }));
  return terms[0] === terms[1];
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

/** What a user who wants to play now does in the room that was made or found for it. `tried`: the games that cannot be
 * joined; `calledOff`: this page has ended the game in order to move. */
export function seekingStep(room: RoomState, wish: Wish, lobby: Pick<Lobby, "open"> | null, tried: ReadonlySet<string>, calledOff: boolean): SeekingStep {
  const { you, phase, summary, notice } = room;
  if (!summary || !isSynced(room)) return "stay";
  if (you === null && notice && SEAT_GONE.has(notice.code)) return "again";
  if (phase === "finished") return wasCalledOff(room, calledOff) ? "again" : "over";
  if (isOn(room)) return you === null ? "stay" : "over";
  const isAlone = you !== null && room.seats.every(({ player }, seat) => !player === (seat !== you));
  if (!isAlone || calledOff || !lobby) return "stay";
  const earliest = earliestWaiting(lobby, wish, tried, summary.position);
  return earliest && isEarlier(earliest, summary) ? "move" : "stay";
}

/** Whether the game has ended before anybody moved, and not because the user wanted that. */
function wasCalledOff({ finished, haveMoved, you }: RoomState, calledOff: boolean): boolean {
  return finished?.reason === "aborted" && haveMoved.length === 0 && (calledOff || finished.ended_by !== you);
}
