/**
 * A move chosen in advance, while the other side thinks (a premove): two spots, or the one on which a piece is put.
 * Nobody else learns of it: it is played when the turn begins, if it is legal then, and dropped otherwise. Pure.
 */

import { type RoomState, isPlayer, newestEntry, seatToMove } from "../../app/room/room";
import type { Drawing, GameView } from "../../games/boards/model";
import { type Choice, completedMoves } from "../../games/boards/pick";

/** Whether a move can be chosen in advance now: not where dice or hidden cards decide what can be played. */
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

/** How a move is made: a piece is put down, or moved; null: not known yet. */
function kindOfMove(room: RoomState, gameView: GameView, own: ReadonlySet<string>): "put" | "move" | null {
  const spots = room.history.map(({ moved }) => (moved ? gameView.moveSpots(moved.move).length : 0)).find((count) => count > 0);
  if (spots !== undefined) return spots === 1 ? "put" : "move";
  if (own.size === 0) return "put";
  return gameView.premoveTargets ? "move" : null;
}

/**
 * What can be clicked to choose a move in advance. `picked`: the spot of the piece taken up, if any; `planned`: the
 * spots of the move chosen, a click on which cancels it.
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

/** Where the piece may go as far as is known: own pieces only where the game says so, as they may be captured by then. */
function targetsOf(room: RoomState, gameView: GameView, drawing: Drawing, from: string, own: ReadonlySet<string>): string[] {
  const known = gameView.premoveTargets?.(newestEntry(room)?.position ?? "", from);
  return known ?? drawing.spots.map(({ id }) => id).filter((id) => !own.has(id));
}

/** The spots taken up and the move chosen after a click. */
export function afterPremoveClick(choice: Choice, planned: readonly string[], spot: string): { picked: string[]; planned: string[] } {
  if (choice.targets.has(spot)) return { picked: [], planned: [...choice.picked, spot] };
  if (choice.held.has(spot) || planned.includes(spot)) return { picked: [], planned: [] };
  return { picked: choice.sources.has(spot) ? [spot] : [], planned: [] };
}

/** The legal move that was chosen in advance; of promotions the likeliest. Undefined: it is not legal. */
export function premoveToPlay(gameView: GameView, legal: readonly string[], planned: readonly string[], position: string, seat: number): string | undefined {
  const moves = planned.length > 0 ? completedMoves(gameView, legal, [...planned], position) : [];
  return gameView.promotions?.(moves, seat)[0]?.move ?? moves[0];
}
