/**
 * Choosing a move by clicks: legal moves and what has been picked so far in, what can be clicked out.
 *
 * A move is a path of spots (`face.moveSpots`), or the paths of several pieces one after the other, in any of the
 * orders of `face.paths`. A click continues with the piece that is held, takes up another one, or puts it back;
 * what other pieces have done before stays. A path that is a complete move is played.
 */

import type { GameView } from "./model";

/** What a click on a spot would mean. */
export type Meaning = "play" | "pick" | "drop" | "nothing";

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

function cachedPaths(face: GameView, position: string): Map<string, Path[]> {
  const positions = pathCache.get(face) ?? new Map<string, Map<string, Path[]>>();
  pathCache.set(face, positions);
  const moves = positions.get(position) ?? new Map<string, Path[]>();
  positions.set(position, moves);
  for (const [oldest] of positions) if (positions.size > MAX_CACHED_POSITIONS) positions.delete(oldest);
  return moves;
}

/** The paths that mean this move; none for a pass. */
function pathsOf(face: GameView, move: string, position: string): Path[] {
  const moves = cachedPaths(face, position);
  const paths = moves.get(move) ?? findPaths(face, move, position);
  moves.set(move, paths);
  return paths;
}

function findPaths(face: GameView, move: string, position: string): Path[] {
  const orders = face.paths?.(move, position) ?? [[face.moveSpots(move)]];
  return orders.map(concatenate).filter(({ spots }) => spots.length > 0);
}

/** Whether a move names no spot, so that it is played by a button. */
export function isButtonMove(face: GameView, move: string, position: string): boolean {
  return pathsOf(face, move, position).length === 0;
}

/** What can be clicked. Where only one piece can move, it is picked already. */
export function choices(face: GameView, legal: readonly string[], picked: string[], position = ""): Choice {
  const paths = legal.flatMap((move) => pathsOf(face, move, position));
  const choice = choiceAfter(paths, picked);
  const [only, ...others] = choice.sources;
  const hasOneSource = only !== undefined && others.length === 0 && choice.targets.size === 0;
  return hasOneSource ? choiceAfter(paths, [...picked, only]) : choice;
}

function choiceAfter(paths: readonly Path[], picked: string[]): Choice {
  const at = picked.length;
  const matching = paths.filter(({ spots }) => spots.length > at && startsWith(spots, picked));
  const done = picked.slice(0, Math.max(0, ...matching.map(({ starts }) => lastStart(starts, at))));
  const from = paths.filter((path) => startsWith(path.spots, done) && takesUp(path, done.length));
  const targets = new Set(matching.filter((path) => !takesUp(path, at)).map(({ spots }) => spots[at] ?? ""));
  return {
    picked,
    done,
    held: new Set(targets.size > 0 ? picked.slice(-1) : []),
    targets,
    sources: new Set(from.map(({ spots }) => spots[done.length] ?? "")),
  };
}

/** Whether a piece is taken up there; a spot that is a whole step by itself is a target. */
function takesUp({ spots, starts }: Path, at: number): boolean {
  return starts.has(at) && !starts.has(at + 1) && spots.length > at + 1;
}

function lastStart(starts: ReadonlySet<number>, at: number): number {
  return Math.max(...[...starts].filter((start) => start <= at));
}

/** What a click on `spot` means. A target comes before another start: a move may capture a piece of one's own. */
export function meaning({ targets, held, sources }: Choice, spot: string): Meaning {
  if (targets.has(spot)) return "play";
  if (held.has(spot)) return "drop";
  if (sources.has(spot)) return "pick";
  return "nothing";
}

/** The path after a click on `spot`, and the moves that it completes. */
export function afterClick(face: GameView, legal: readonly string[], choice: Choice, spot: string, position = ""): { path: string[]; moves: string[] } {
  switch (meaning(choice, spot)) {
    case "play": {
      const path = [...choice.picked, spot];
      return { path, moves: movesOf(face, legal, path, position) };
    }
    case "pick":
      return { path: [...choice.done, spot], moves: [] };
    default:
      return { path: choice.done, moves: [] };
  }
}

/** The moves that this path completes: more than one where a pawn promotes. */
export function movesOf(face: GameView, legal: readonly string[], path: string[], position = ""): string[] {
  return legal.filter((move) => pathsOf(face, move, position).some(({ spots }) => spots.length === path.length && startsWith(spots, path)));
}

/** A legal move that begins with this path. */
export function moveStartingWith(face: GameView, legal: readonly string[], path: readonly string[], position = ""): string | undefined {
  return legal.find((move) => pathsOf(face, move, position).some(({ spots }) => startsWith(spots, path)));
}

/** The order in which a move is clicked, if no other was chosen; empty for a move that names no spot. */
export function defaultPath(face: GameView, move: string, position = ""): string[] {
  return pathsOf(face, move, position)[0]?.spots ?? [];
}

/** The path without its last step: a piece that has moved goes back by a spot, one that was only taken up is put back. */
export function withoutLastStep(face: GameView, legal: readonly string[], picked: readonly string[], position = ""): string[] {
  const matching = legal.flatMap((move) => pathsOf(face, move, position)).filter(({ spots }) => startsWith(spots, picked));
  const shorter = picked.slice(0, -1);
  const isTakenUp = matching.some((path) => takesUp(path, shorter.length - 1));
  return isTakenUp ? shorter.slice(0, -1) : shorter;
}

/** The choice while a complete move waits for its confirmation: nothing can be clicked. */
export function completeChoice(picked: string[]): Choice {
  return { picked, done: picked, held: new Set(), targets: new Set(), sources: new Set() };
}
