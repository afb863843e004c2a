/**
 * Games that were read from a file, and what lists and the game's page show of that file. Pure.
 *
 * Such a game is never rated. Its clocks are those of the file, if the file has any, and its page is a replay.
 */

import type { Control, GameSummary, SeatView } from "../../protocol";
import type { HistoryEntry, RoomState } from "./room";

/** What a file says about where and when the game was played; empty: nothing. */
export interface FileFacts {
  event: string;
  site: string;
  round: string;
  /** As in the file: `2024.04.05`, `1911.??.??`, or any other text. */
  date: string;
}

/** Whether the game was read from a file. */
export function isImported(summary: GameSummary | null | undefined): boolean {
  return summary?.imported === true;
}

/** What the file says about the game. PGN's `?` and `-`, for something unknown, are left out. */
export function fileFacts(summary: GameSummary): FileFacts {
  const { facts = {} } = summary;
  const known = (tag: string): string => {
    const text = facts[tag]?.trim() ?? "";
    return /^[?.\-\s]*$/.test(text) ? "" : text;
  };
  return { event: known("Event"), site: known("Site"), round: known("Round"), date: known("Date") };
}

/** The seats of an imported game: one without a player has no name in the file, and is not free. */
export function fileSeats(seats: readonly SeatView[]): SeatView[] {
  return seats.map((seat) => ({ ...seat, player: seat.player ?? { name: seat.reserved ?? "" } }));
}

/** The seats of a game in a list. */
export function listedSeats(summary: GameSummary): SeatView[] {
  return isImported(summary) ? fileSeats(summary.seats) : summary.seats;
}

/** The room of an imported game with the names of the sides for players who have no name in the file. */
export function withSideNames(room: RoomState, sides: readonly string[]): RoomState {
  if (!isImported(room.summary) || room.seats.every(({ player }) => player?.name)) return room;
  const seats = room.seats.map((view, seat) => (view.player && !view.player.name ? { ...view, player: { ...view.player, name: sides[seat] ?? "" } } : view));
  return { ...room, seats };
}

/** Whether the moves of this game were timed: always if it was played here, otherwise if the file has times. */
export function hasTimes({ summary, history }: Pick<RoomState, "summary" | "history">): boolean {
  return !isImported(summary) || history.some(({ moved }) => (moved?.receipt.elapsed_ms ?? 0) > 0);
}

/** The time control of a game; null: an imported game without clocks. */
export function knownControl(summary: GameSummary): Control | null {
  return isImported(summary) && summary.control.kind === "unlimited" ? null : summary.control;
}

/** The annotation symbols after a move, such as `!?`, without those that PGN only numbers, such as `$146`. */
export function moveSigns({ remarks = [] }: Pick<HistoryEntry, "remarks">): string {
  return remarks.flatMap(({ name, text }) => (name === "Sign" && !text.startsWith("$") ? [text] : [])).join("");
}

/** The engine values and the comments that the file has for a position; empty: there are none. */
export function commentText({ remarks = [] }: Pick<HistoryEntry, "remarks">): string {
  return remarks.flatMap(({ name, text }) => (name === "Sign" ? [] : [text])).join(" · ");
}
