/**
 * Premoves: moves chosen while the other side thinks, as two spots, or as one on which a piece is placed. The server does
 * not know them. When the turn begins, the page plays the premove if it is legal, and drops it otherwise. Pure.
 */

import { type RoomState, isPlayer, newestEntry, seatToMove } from "../../app/room/room";
import type { Drawing, GameView } from "../../games/boards/model";
import { type Choice, completedMoves } from "../../games/boards/pick";

/** Whether a premove is possible now; never if dice or hidden cards decide what can be played. */
export function canPremove(room: RoomState, gameView: GameView | undefined, hidden: boolean): boolean {
  const mover = seatToMove(room);
  const isOthersTurn = room.phase === "running" && isPlayer(room) && mover !== null && mover !== room.you;
  const allowed = gameView?.canPremove?.(newestEntry(room)?.position ?? "") ?? true;
  return isOthersTurn && gameView !== undefined && allowed && gameView.dieSides === 0 && !hidden && room.throws.length === 0;
}

/** The spots of the user's own pieces. */
function ownSpots(drawing: Drawing, gameView: GameView, seat: number): Set<string> {
  return new Set(drawing.pieces.filter(({ look }) => look === gameView.looks[seat]).map(({ spot }) => spot));
}

/** Whether a move places a piece or moves one; null: unknown so far. */
function kindOfMove(room: RoomState, gameView: GameView, own: ReadonlySet<string>): "put" | "move" | null {
  const spots = room.history.map(({ moved }) => (moved ? gameView.moveSpots(moved.move).length : 0)).find((count) => count > 0);
  if (spots !== undefined) return spots === 1 ? "put" : "move";
  if (own.size === 0) return "put";
  return gameView.premoveTargets ? "move" : null;
}

/**
 * What can be clicked to choose a premove. `picked`: the spot of the piece picked up, if any; `planned`: the spots of the
 * premove, which a click on them cancels.
 */
export function premoveChoice(room: RoomState, gameView: GameView, drawing: Drawing, picked: readonly string[], planned: readonly string[]): Choice {
  const own = ownSpots(drawing, gameView, room.you ?? 0);
  const kind = kindOfMove(room, gameView, own);
  const [from] = picked;
  const base: Choice = { picked: [...picked], done: [], held: new Set([...picked, ...planned]), targets: new Set(), sources: new Set() };
  if (kind === "move") base.sources = own;
  if (kind === "put") base.targets = emptySpots(drawing, planned);
  if (kind === "move" && from !== undefined) base.targets = new Set(targetsOf(room, gameView, drawing, from, own));
  base.unmarked = base.targets.size > 0 && (kind === "put" || !gameView.premoveTargets);
  return base;
}

function emptySpots(drawing: Drawing, planned: readonly string[]): Set<string> {
  const taken = new Set([...drawing.pieces.map(({ spot }) => spot), ...planned]);
  return new Set(drawing.spots.map(({ id }) => id).filter((id) => !taken.has(id)));
}

/** The spots to which the piece could go; with one's own pieces, which may be captured by then, only if the game includes them. */
function targetsOf(room: RoomState, gameView: GameView, drawing: Drawing, from: string, own: ReadonlySet<string>): string[] {
  const known = gameView.premoveTargets?.(newestEntry(room)?.position ?? "", from);
  return known ?? drawing.spots.map(({ id }) => id).filter((id) => !own.has(id));
}

/** The picked spots and the premove after a click. */
export function afterPremoveClick(choice: Choice, planned: readonly string[], spot: string): { picked: string[]; planned: string[] } {
  if (choice.targets.has(spot)) return { picked: [], planned: [...choice.picked, spot] };
  if (choice.held.has(spot) || planned.includes(spot)) return { picked: [], planned: [] };
  return { picked: choice.sources.has(spot) ? [spot] : [], planned: [] };
}

/** The legal move for a premove, with the likeliest promotion; undefined: it is not legal. */
export function premoveToPlay(gameView: GameView, legal: readonly string[], planned: readonly string[], position: string, seat: number): string | undefined {
  const moves = planned.length > 0 ? completedMoves(gameView, legal, [...planned], position) : [];
  return gameView.promotions?.(moves, seat)[0]?.move ?? moves[0];
}
