/**
 * Choosing a move by clicks: computes what can be clicked from the legal moves and the spots picked so far.
 *
 * A move is a path of spots (`GameView.moveSpots`), or the concatenated paths of several pieces, in any of the orders of
 * `GameView.paths`. A click moves the held piece on, picks up another one, or puts it back; the steps of earlier pieces
 * remain. A path that is a complete move is played.
 */

import type { GameView } from "./model";

/** The effect of a click on a spot. */
export type ClickAction = "play" | "pick" | "drop" | "nothing";

export interface Choice {
  /** The path so far; `done`: its part that belongs to pieces that have arrived; `held`: the spot of the piece that can move on. */
  picked: string[];
  done: string[];
  held: Set<string>;
  /** Spots to which the held piece can go, or that are a complete path by themselves. */
  targets: Set<string>;
  /** Spots at which a piece can be picked up. */
  sources: Set<string>;
  /** Whether the targets are not marked, because nearly every spot is one. */
  unmarked?: boolean;
}

/** One order in which a move can be clicked; `starts`: the indices at which pieces are picked up. */
interface Path {
  spots: string[];
  starts: Set<number>;
}

function startsWith(path: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((spot, index) => path[index] === spot);
}

/** The paths of several pieces as one. */
function concatenate(paths: readonly string[][]): Path {
  const starts = paths.map((_, index) => paths.slice(0, index).flat().length);
  return { spots: paths.flat(), starts: new Set(starts) };
}

const MAX_CACHED_POSITIONS = 4;
/** The paths of moves by position, the newest last. They are cached because some positions with dice have thousands of moves. */
const pathCache = new WeakMap<GameView, Map<string, Map<string, Path[]>>>();

function cachedPaths(gameView: GameView, position: string): Map<string, Path[]> {
  const positions = pathCache.get(gameView) ?? new Map<string, Map<string, Path[]>>();
  pathCache.set(gameView, positions);
  const moves = positions.get(position) ?? new Map<string, Path[]>();
  positions.set(position, moves);
  for (const [oldest] of positions) if (positions.size > MAX_CACHED_POSITIONS) positions.delete(oldest);
  return moves;
}

/** The paths by which a move can be clicked; none for a pass. */
function pathsOf(gameView: GameView, move: string, position: string): Path[] {
  const moves = cachedPaths(gameView, position);
  const paths = moves.get(move) ?? findPaths(gameView, move, position);
  moves.set(move, paths);
  return paths;
}

function findPaths(gameView: GameView, move: string, position: string): Path[] {
  const orders = gameView.paths?.(move, position) ?? [[gameView.moveSpots(move)]];
  return orders.map(concatenate).filter(({ spots }) => spots.length > 0);
}

/** Whether a move is played by a button, because it names no spot. */
export function isButtonMove(gameView: GameView, move: string, position: string): boolean {
  return pathsOf(gameView, move, position).length === 0;
}

/** What can be clicked. If only one piece can move, it is already picked. */
export function choices(gameView: GameView, legal: readonly string[], picked: string[], position = ""): Choice {
  const paths = legal.flatMap((move) => pathsOf(gameView, move, position));
  const choice = choiceAfter(paths, picked);
  const [only, ...others] = choice.sources;
  const hasOneSource = only !== undefined && others.length === 0 && choice.targets.size === 0;
  return hasOneSource ? choiceAfter(paths, [...picked, only]) : choice;
}

function choiceAfter(paths: readonly Path[], picked: string[]): Choice {
  const index = picked.length;
  const matching = paths.filter(({ spots }) => spots.length > index && startsWith(spots, picked));
  const done = picked.slice(0, Math.max(0, ...matching.map(({ starts }) => lastStart(starts, index))));
  const from = paths.filter((path) => startsWith(path.spots, done) && picksUp(path, done.length));
  const targets = new Set(matching.filter((path) => !picksUp(path, index)).map(({ spots }) => spots[index] ?? ""));
  return {
    picked,
    done,
    held: new Set(targets.size > 0 ? picked.slice(-1) : []),
    targets,
    sources: new Set(from.map(({ spots }) => spots[done.length] ?? "")),
  };
}

/** Whether a piece is picked up at this index; a spot that is a complete path by itself is a target instead. */
function picksUp({ spots, starts }: Path, index: number): boolean {
  return starts.has(index) && !starts.has(index + 1) && spots.length > index + 1;
}

function lastStart(starts: ReadonlySet<number>, index: number): number {
  return Math.max(...[...starts].filter((start) => start <= index));
}

/** The effect of a click on `spot`. Targets have priority over sources because a move may capture one's own piece. */
export function clickAction({ targets, held, sources }: Choice, spot: string): ClickAction {
  if (targets.has(spot)) return "play";
  if (held.has(spot)) return "drop";
  if (sources.has(spot)) return "pick";
  return "nothing";
}

/** The path after a click on `spot`, and the moves that it completes. */
export function afterClick(gameView: GameView, legal: readonly string[], choice: Choice, spot: string, position = ""): { path: string[]; moves: string[] } {
  switch (clickAction(choice, spot)) {
    case "play": {
      const path = [...choice.picked, spot];
      return { path, moves: completedMoves(gameView, legal, path, position) };
    }
    case "pick":
      return { path: [...choice.done, spot], moves: [] };
    default:
      return { path: choice.done, moves: [] };
  }
}

/** The moves that this path completes: several if a pawn promotes. */
export function completedMoves(gameView: GameView, legal: readonly string[], path: string[], position = ""): string[] {
  return legal.filter((move) => pathsOf(gameView, move, position).some(({ spots }) => spots.length === path.length && startsWith(spots, path)));
}

/** A legal move that begins with this path. */
export function moveStartingWith(gameView: GameView, legal: readonly string[], path: readonly string[], position = ""): string | undefined {
  return legal.find((move) => pathsOf(gameView, move, position).some(({ spots }) => startsWith(spots, path)));
}

/** The default order of clicks for a move; empty for a move that names no spot. */
export function defaultPath(gameView: GameView, move: string, position = ""): string[] {
  return pathsOf(gameView, move, position)[0]?.spots ?? [];
}

/** The path without its last step: a piece that has moved goes back one spot, one that was only picked up is put back. */
export function withoutLastStep(gameView: GameView, legal: readonly string[], picked: readonly string[], position = ""): string[] {
  const matching = legal.flatMap((move) => pathsOf(gameView, move, position)).filter(({ spots }) => startsWith(spots, picked));
  const shorter = picked.slice(0, -1);
  const wasPickedUp = matching.some((path) => picksUp(path, shorter.length - 1));
  return wasPickedUp ? shorter.slice(0, -1) : shorter;
}

/** The choice while a complete move awaits confirmation: nothing can be clicked. */
export function completeChoice(picked: string[]): Choice {
  return { picked, done: picked, held: new Set(), targets: new Set(), sources: new Set() };
}
