/** Notes beside the board: first about a move that the server played, then those of the game about the position. Pure. */

import type { HistoryEntry, RoomState } from "../../app/room/room";
import { notationOf } from "../../app/room/timeline";
import { seatName, timedOutText } from "../../app/words/format";
import type { GameView } from "../../games/boards/model";
import type { GameTexts, Language, Texts } from "../../texts";

export function turnNotes(room: RoomState, entry: HistoryEntry | undefined, gameView: GameView, t: Texts, gameTexts: GameTexts, language: Language): string[] {
  if (!entry) return [];
  const { position, moved } = entry;
  const notes = gameView.notes?.(position, room.you, language, room.summary?.settings ?? {}) ?? [];
  if (!moved?.by_server) return notes;
  const move = notationOf(gameView, position, moved.move, language, gameTexts);
  return [timedOutText(moved.move, seatName(room.seats[moved.seat], t), move, t, gameTexts), ...notes];
}
