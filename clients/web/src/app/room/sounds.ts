/** Decides which sounds a change of a room makes. Pure; `app/state/sounds.ts` plays them. */

import type { GameView } from "../../games/boards/model";
import { seatClock } from "./clock";
import { type RoomState, isSynced, newestEntry, ply, seatToMove } from "./room";

export type Sound = "start" | "move" | "capture" | "turn" | "dice" | "low" | "end";

/** The sounds of a change, in order; none for missed events. */
export function soundsOf(before: RoomState, after: RoomState, gameView: GameView | undefined): Sound[] {
  if (!isSynced(before) || !isSynced(after)) return [];
  const sounds: Sound[] = [];
  if (before.phase === "open" && after.phase === "running") sounds.push("start");
  if (throwsOf(after) > throwsOf(before)) sounds.push("dice");
  if (shownPly(after) > shownPly(before)) sounds.push(capturesLast(after, gameView) ? "capture" : "move");
  if (after.phase === "finished" && before.phase !== "finished") return [...sounds, "end"];
  if (after.you !== null && seatToMove(after) === after.you && isAnotherSeat(seatToMove(before), after.you)) sounds.push("turn");
  return sounds;
}

function isAnotherSeat(mover: number | null, you: number): boolean {
  return mover !== null && mover !== you;
}

function throwsOf({ throws }: RoomState): number {
  return throws.filter(({ kind }) => kind === "dice").length;
}

/** The number of plies shown, including one's own move before the server has acknowledged it. */
function shownPly(room: RoomState): number {
  return ply(room) + Number(room.optimistic !== null && room.optimistic.ply === ply(room));
}

/**
 * Whether the last move was a capture: it left fewer pieces on the board, or more counted as captured. If the view cannot
 * compute the position after a pending move, the move counts as a capture if it ends on an occupied spot.
 */
function capturesLast(room: RoomState, gameView: GameView | undefined): boolean {
  const { optimistic, history } = room;
  const newest = newestEntry(room);
  if (!gameView || !newest) return false;
  const isPending = optimistic?.ply === ply(room);
  if (isPending && !gameView.positionAfter) {
    const spots = gameView.moveSpots(optimistic.move);
    return spots.length > 1 && isOccupied(gameView, newest.position, spots.at(-1));
  }
  const [from, to] = isPending ? [newest.position, gameView.positionAfter?.(newest.position, optimistic.move)] : [history.at(-2)?.position, newest.position];
  if (from === undefined || to === undefined) return false;
  return countPieces(gameView, to) < countPieces(gameView, from) || countCaptured(gameView, to) > countCaptured(gameView, from);
}

/** The number of captured pieces, if the view counts them. */
function countCaptured(gameView: GameView, position: string): number {
  return (gameView.tallies?.(position) ?? []).reduce((sum, { captures }) => sum + (captures?.count ?? 0), 0);
}

function isOccupied(gameView: GameView, position: string, spot: string | undefined): boolean {
  return gameView.draw(position, null).pieces.some((piece) => piece.spot === spot);
}

function countPieces(gameView: GameView, position: string): number {
  const { pieces, stacked = [] } = gameView.draw(position, null);
  return pieces.length + stacked.length;
}

const LOW_MS = 10_000;

/** Whether the user's running clock has less than ten seconds left, in a game with more than twice that in total. */
export function isTimeLow({ you, clock, summary, phase }: RoomState, now: number): boolean {
  const control = summary?.control;
  if (you === null || phase !== "running" || !clock || !control || clock.view.running !== you) return false;
  const initialMs = control.base_ms ?? control.stages?.[0]?.base_ms ?? 0;
  const { ms, periods } = seatClock(clock, control, you, now);
  return initialMs > 2 * LOW_MS && ms !== null && ms < LOW_MS && !periods;
}
