/** The start of a new game from a position of another game. Pure. */

import { isImported } from "../../app/room/imported";
import type { HistoryEntry, RoomState } from "../../app/room/room";
import type { GameView } from "../../games/boards/model";
import { MAX_SETUP_MOVES, type Settings, type Setup } from "../../protocol";

/** Where a new game begins. `position` and `moves`: as in the setup of the request; `shown`: the position after the moves. */
export interface StartPosition {
  position: string | null;
  moves: readonly string[];
  shown: string;
  /** The seat to move; null: unknown. */
  turn: number | null;
  settings: Settings;
  /** The number of the position in the game that it is from. */
  ply: number;
}

type Replayed = Pick<RoomState, "summary" | "history" | "setup" | "finished" | "start">;

/**
 * The start of a game from the position after `ply` plies; `startSettings`: what the position at the start says of the
 * settings, as in `GameView`. Returns null if there is no such position, no player is to move in it, or a player had left
 * before. The earlier moves are replayed if possible, so that the rules of repetition know the earlier positions.
 */
export function startFrom(room: Replayed, ply: number, startSettings: GameView["startSettings"] = () => ({})): StartPosition | null {
  const entries = room.history.slice(0, ply + 1);
  const entry = entries[ply];
  if (!entry || !room.summary || !canGoOn(room, entry) || entries.some(({ left }) => left !== undefined)) return null;
  const settings = { ...room.summary.settings, ...startSettings(room.start) };
  return { ...positionAndMoves(entries, room.setup), shown: entry.position, turn: entry.turn, settings, ply };
}

/** Whether play can continue from this position. A record that has no moves does not say whose turn it is. */
function canGoOn({ summary, history, finished }: Replayed, entry: HistoryEntry): boolean {
  return entry.turn !== null || (isImported(summary) && history.length === 1 && finished === null);
}

/** An earlier position, and the moves that lead from it to the last of these entries. */
function positionAndMoves(entries: readonly HistoryEntry[], setup: Setup | null): Pick<StartPosition, "position" | "moves"> {
  const last = entries.at(-1)?.position ?? "";
  // Throws cannot be repeated, but the last position contains the newest one.
  if (entries.some(({ throws }) => throws.length > 0)) return { position: last, moves: [] };
  const played = entries.flatMap(({ moved }) => moved?.move ?? []);
  const before = setup?.moves ?? [];
  if (before.length + played.length <= MAX_SETUP_MOVES) {
    return { position: setup ? (setup.position ?? null) : (entries[0]?.position ?? null), moves: [...before, ...played] };
  }
  const moves = played.slice(-MAX_SETUP_MOVES);
  return { position: entries.at(-1 - moves.length)?.position ?? last, moves };
}
