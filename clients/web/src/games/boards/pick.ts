/**
 * Choosing a move by clicks: legal moves and what has been picked so far in, what can be clicked out.
 *
 * A move is a path of spots (`face.moveSpots`), or the paths of several pieces one after the other, in any of the
 * orders of `face.paths`. A click continues with the piece that is held, takes up another one, or puts it back;
 * what other pieces have done before stays. A path that is a complete move is played.
 */

import type { GameView } from "./model";

/** What a click on a spot would mean. */
export type ClickAction = "play" | "pick" | "drop" | "nothing";

export interface Choice {
  /** The path so far; `done`: the part of pieces that have arrived; `held`: the piece that can move on. */
  picked: string[];
  done: string[];
  held: Set<string>;
  /** Spots to which the held piece can go, or that are a whole step by themselves. */
  targets: Set<string>;
  /** Spots at which a piece can be taken up. */
  sources: Set<string>;
  /** Whether the targets have no marks, since nothing is known of them: they are nearly all spots. */
  unmarked?: boolean;
}

/** One order in which a move can be clicked; `starts`: the indices at which pieces are taken up. */
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
/** The paths of moves, by position, the newest last: with dice, some positions have thousands. */
const pathCache = new WeakMap<GameView, Map<string, Map<string, Path[]>>>();

function cachedPaths(gameView: GameView, position: string): Map<string, Path[]> {
  const positions = pathCache.get(gameView) ?? new Map<string, Map<string, Path[]>>();
  pathCache.set(gameView, positions);
  const moves = positions.get(position) ?? new Map<string, Path[]>();
  positions.set(position, moves);
  for (const [oldest] of positions) if (positions.size > MAX_CACHED_POSITIONS) positions.delete(oldest);
  return moves;
}

/** The paths that mean this move; none for a pass. */
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

/** Whether a move names no spot, so that it is played by a button. */
export function isButtonMove(gameView: GameView, move: string, position: string): boolean {
  return pathsOf(gameView, move, position).length === 0;
}

/** What can be clicked. Where only one piece can move, it is picked already. */
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

/** Whether a piece is taken up there; a spot that is a whole step by itself is a target. */
function picksUp({ spots, starts }: Path, index: number): boolean {
  return starts.has(index) && !starts.has(index + 1) && spots.length > index + 1;
}

function lastStart(starts: ReadonlySet<number>, index: number): number {
  return Math.max(...[...starts].filter((start) => start <= index));
}

/** What a click on `spot` means. A target comes before another start: a move may capture a piece of one's own. */
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

/** The moves that this path completes: more than one where a pawn promotes. */
export function completedMoves(gameView: GameView, legal: readonly string[], path: string[], position = ""): string[] {
  return legal.filter((move) => pathsOf(gameView, move, position).some(({ spots }) => spots.length === path.length && startsWith(spots, path)));
}

/** A legal move that begins with this path. */
export function moveStartingWith(gameView: GameView, legal: readonly string[], path: readonly string[], position = ""): string | undefined {
  return legal.find((move) => pathsOf(gameView, move, position).some(({ spots }) => startsWith(spots, path)));
}

/** The order in which a move is clicked, if no other was chosen; empty for a move that names no spot. */
export function defaultPath(gameView: GameView, move: string, position = ""): string[] {
  return pathsOf(gameView, move, position)[0]?.spots ?? [];
}

/** The path without its last step: a piece that has moved goes back by a spot, one that was only taken up is put back. */
export function withoutLastStep(gameView: GameView, legal: readonly string[], picked: readonly string[], position = ""): string[] {
  const matching = legal.flatMap((move) => pathsOf(gameView, move, position)).filter(({ spots }) => startsWith(spots, picked));
  const shorter = picked.slice(0, -1);
  const isTakenUp = matching.some((path) => picksUp(path, shorter.length - 1));
  return isTakenUp ? shorter.slice(0, -1) : shorter;
}

/** The choice while a complete move waits for its confirmation: nothing can be clicked. */
export function completeChoice(picked: string[]): Choice {
  return { picked, done: picked, held: new Set(), targets: new Set(), sources: new Set() };
}
