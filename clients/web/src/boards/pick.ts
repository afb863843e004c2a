/**
 * Click-to-move, pure: legal moves and what has been picked so far in, what can be clicked out.
 *
 * A move is a path of spots (`face.steps`), or several where its parts may be clicked in any order
 * (`face.paths`); a click either goes on with the path, starts another one, or drops it. A path that
 * is a whole move is played.
 */

import type { Drawing, Face, Look } from "./model";

/** What a click on a spot would mean. */
export type Meaning = "play" | "pick" | "drop" | "nothing";

export interface Choice {
  picked: string[];
  /** Spots that go on with the picked path. */
  targets: Set<string>;
  /** Spots at which a path can start, where a move has more than one step. */
  sources: Set<string>;
}

function startsWith(path: string[], prefix: string[]): boolean {
  return prefix.every((spot, index) => path[index] === spot);
}

/** The paths that mean this move; none for a pass. */
export function pathsOf(face: Face, move: string): string[][] {
  const paths = face.paths?.(move) ?? [face.steps(move)];
  return paths.filter((path) => path.length > 0);
}

/** What can be clicked. With one stone to move only, that stone is picked already. */
export function choices(face: Face, legal: readonly string[], picked: string[]): Choice {
  const paths = legal.flatMap((move) => pathsOf(face, move));
  const starts = new Set(paths.filter((path) => path.length > 1).map((path) => path[0] ?? ""));
  const alone = starts.size === 1 && paths.every((path) => path.length > 1);
  const sofar = picked.length === 0 && alone ? [...starts] : picked;
  const going = paths.filter((path) => path.length > sofar.length && startsWith(path, sofar));
  const next = new Set(going.map((path) => path[sofar.length] ?? ""));
  const targets = sofar.length === 0 && starts.size > 0 ? new Set<string>() : next;
  return { picked: sofar, targets, sources: starts };
}

/** What a click on `spot` means. A target comes before another start: one may take one's own. */
export function meaning(choice: Choice, spot: string): Meaning {
  if (choice.targets.has(spot)) return "play";
  if (choice.picked.at(-1) === spot) return "drop";
  if (choice.sources.has(spot)) return "pick";
  return "nothing";
}

/** The moves that this path is, if it is a whole one: more than one where a pawn promotes. */
export function movesOf(face: Face, legal: readonly string[], path: string[]): string[] {
  return legal.filter((move) => pathsOf(face, move).some((whole) => whole.length === path.length && startsWith(whole, path)));
}

/** A move that the path can still become. */
export function movesFrom(face: Face, legal: readonly string[], path: string[]): string | undefined {
  return legal.find((move) => pathsOf(face, move).some((whole) => startsWith(whole, path)));
}

/** The board as it looks before the server has answered a move: what moved or was put down. */
export function preview(drawing: Drawing, path: string[], look: Look): Drawing {
  const [from, to] = path.length > 1 ? [path[0], path.at(-1)] : [undefined, path[0]];
  if (to === undefined) return drawing;
  const moving = drawing.pieces.find((piece) => piece.spot === from);
  const rest = drawing.pieces.filter((piece) => piece.spot !== from && piece.spot !== to);
  const put = moving ? { ...moving, spot: to } : { spot: to, look };
  return { ...drawing, pieces: [...rest, put] };
}
