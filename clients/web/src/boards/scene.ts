/** What a board shows while a move is clicked, or sent and not answered yet. Pure. */

import type { Language } from "../texts";
import type { Drawing, Face, Look } from "./model";
import { movesFrom } from "./pick";

export interface Scene {
  position: string;
  /** The spots clicked so far, and the moves that they may become. */
  path: readonly string[];
  legal: readonly string[];
  /** The move without an answer, and the seat that plays it. */
  sent: string | undefined;
  seat: number;
  /** Null: a spectator. */
  viewer: number | null;
  language: Language;
}

/** The position as far as it has been played or clicked. */
export function scene(face: Face, { position, path, legal, sent, seat, viewer, language }: Scene): Drawing {
  const after = sent && face.next ? face.next(position, sent) : position;
  const begun = face.partway && movesFrom(face, legal, path, position);
  const drawing = face.draw(begun ? (face.partway?.(after, path, begun) ?? after) : after, viewer, language);
  return sent && !face.next ? preview(drawing, face.steps(sent), face.looks[seat] ?? "cross") : drawing;
}

/** The spots of the move that led to a position. */
export function touchedSpots(face: Face, move: string, after: string): string[] {
  return face.touched ? face.touched(move, after) : face.steps(move);
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
