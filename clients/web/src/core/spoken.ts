/** What a screen reader says of a game when something has happened. Pure. */

import type { Face, HandState } from "../boards/model";
import type { GameWords, Language, Texts } from "../texts";
import { endText, endTitle, handShown, pieceName, seatName, turnText } from "./format";
import { type RoomState, playable } from "./room";
import { handEnded, moveText } from "./timeline";

export interface Listener {
  room: RoomState;
  /** The frame shown: the newest, or the end of a hand. */
  at: number;
  face: Face | undefined;
  hands: ((position: string) => HandState) | undefined;
  /** The moves that are played by buttons. */
  buttons: readonly string[];
  t: Texts;
  words: GameWords;
  language: Language;
}

/** The last move, the hand or game that it ended, and, where it is for the listener to move, what there is to do. */
export function spoken(listener: Listener): string {
  return listener.t.game.sentences([...move(listener), ...hand(listener), ...end(listener), ...turn(listener)]);
}

function move({ room, at, face, t, words, language }: Listener): string[] {
  const moved = room.frames[at]?.moved;
  return moved ? [t.game.played(seatName(room.seats[moved.seat], t), moveText(face, room.frames, at, language, words))] : [];
}

function hand({ room, at, hands, t, words }: Listener): string[] {
  const over = handEnded(room.frames, at, hands);
  const of = hands?.(room.frames[at]?.position ?? "").of ?? 0;
  return over ? [t.hands.ended(t.hands.number(over.number, of), handShown(over.end, room.seats, room.you, t, words))] : [];
}

function end({ room, t, words }: Listener): string[] {
  return room.finished ? [endTitle(room, t), endText(room.finished, room.seats, t, words)].filter(Boolean) : [];
}

function turn({ room, at, hands, buttons, t, words }: Listener): string[] {
  if (at !== room.frames.length - 1 || playable(room).length === 0) return [];
  const cards = room.you === null ? [] : (hands?.(room.frames[at]?.position ?? "").cards[room.you] ?? []);
  const held = cards.length > 0 ? [t.hands.hold(cards.map((card) => pieceName(card, words)).join(", "))] : [];
  const text = turnText(room, false, t);
  const names = buttons.map((name) => words.moves[name] ?? name);
  return [...held, names.length > 0 ? t.game.choices(text, names) : text];
}
