/** The drawing of a position with a half-clicked or pending move. Pure. */

import type { Settings } from "../../protocol";
import type { Language } from "../../texts";
import type { Drawing, GameView, Look } from "./model";
import { moveStartingWith } from "./pick";

export interface Scene {
  position: string;
  /** The spots clicked so far, and the legal moves. */
  path: readonly string[];
  legal: readonly string[];
  /** The move that the server has not acknowledged yet, and the seat that plays it. */
  pendingMove: string | undefined;
  seat: number;
  /** Null: a spectator. */
  viewer: number | null;
  language: Language;
  /** The game's settings, if they are known. */
  settings?: Settings;
  /** Whether there is more room beside a square than below it. */
  wide?: boolean;
}

/** Draws the position after the pending move, or after the clicked part of a move. */
export function scene(gameView: GameView, { position, path, legal, pendingMove, seat, viewer, language, settings, wide }: Scene): Drawing {
  const after = pendingMove && gameView.positionAfter ? gameView.positionAfter(position, pendingMove) : position;
  const partialMove = gameView.partialPosition && moveStartingWith(gameView, legal, path, position);
  const drawing = gameView.draw(partialMove ? (gameView.partialPosition?.(after, path, partialMove) ?? after) : after, viewer, language, settings, wide);
  const shown = pendingMove && !gameView.positionAfter ? preview(drawing, gameView.moveSpots(pendingMove), gameView.looks[seat] ?? "cross") : drawing;
  const forbiddenSpots = gameView.marksForbidden ? unplayableSpots(gameView, shown, legal) : [];
  if (forbiddenSpots.length > 0) return { ...shown, forbiddenSpots };
  const halos = path.length === 0 && isForced(gameView, legal) ? firstSpots(gameView, shown, legal) : [];
  return halos.length > 0 ? { ...shown, halos } : shown;
}

/** Whether the player must capture. */
export function isForced(gameView: GameView, legal: readonly string[]): boolean {
  return legal.some((move) => gameView.mustCapture?.(move));
}

/** The spots of the pieces that can move. */
function firstSpots(gameView: GameView, { spots }: Drawing, legal: readonly string[]): Drawing["spots"] {
  const first = new Set(legal.map((move) => gameView.moveSpots(move)[0]));
  return spots.filter(({ id }) => first.has(id));
}

/** The spots at which moves are clicked, each once. */
export function spotsOfMoves(gameView: GameView, moves: readonly string[], position: string): string[] {
  return [...new Set(moves.flatMap((move) => gameView.paths?.(move, position).flat(2) ?? gameView.moveSpots(move)))];
}

/** The drawing with a ring around the piece on each of these spots, or a dot on an empty one, where a ring could be taken for a piece. */
export function withHalos(drawing: Drawing, ids: readonly string[]): Drawing {
  const [ringed, occupied] = [drawing.spots.filter(({ id }) => ids.includes(id)), new Set(drawing.pieces.map(({ spot }) => spot))];
  return { ...drawing, halos: ringed.map(({ id, x, y, half }) => ({ x, y, r: occupied.has(id) ? half - 0.5 : half * 0.1 })) };
}

/** The empty spots that no legal move names; none while the legal moves are unknown. */
export function unplayableSpots(gameView: GameView, { spots, pieces }: Drawing, legal: readonly string[]): string[] {
  const known = new Set([...legal.flatMap((move) => gameView.moveSpots(move)), ...pieces.map(({ spot }) => spot)]);
  return legal.length > 0 ? spots.map(({ id }) => id).filter((id) => !known.has(id)) : [];
}

/** The spots of the move that led to a position. */
export function lastMoveSpots(gameView: GameView, move: string, after: string): string[] {
  return gameView.lastMoveSpots ? gameView.lastMoveSpots(move, after) : gameView.moveSpots(move);
}

/** The drawing with a pending move played: a piece moved, or a new one added. */
export function preview(drawing: Drawing, path: string[], look: Look): Drawing {
  const [from, to] = path.length > 1 ? [path[0], path.at(-1)] : [undefined, path[0]];
  if (to === undefined) return drawing;
  const moving = drawing.pieces.find((piece) => piece.spot === from);
  const rest = drawing.pieces.filter((piece) => piece.spot !== from && piece.spot !== to);
  const placed = moving ? { ...moving, spot: to } : { spot: to, look };
  return { ...drawing, pieces: [...rest, placed] };
}
