/** Announcements for screen readers about the events of a game. Pure. */

import { type Departure, type RoomState, newestEntry, playableMoves } from "../../app/room/room";
import { buttonName, endedHand, moveText } from "../../app/room/timeline";
import { departureText, endText, endTitle, handTextWithCards, nameOn, pieceName, timedOutText, turnText } from "../../app/words/format";
import type { HandState } from "../../games/boards/hands";
import type { GameView, Piece } from "../../games/boards/model";
import type { PositionDescription } from "../../games/boards/description";
import type { GameTexts, Language, Texts } from "../../texts";
import { countedEnd, countsAtEnd } from "./counted-end";

export interface AnnouncementContext {
  room: RoomState;
  /** The history index of the position shown: the newest one, or the end of a hand. */
  shownPly: number;
  gameView: GameView | undefined;
  /** The hand in a position; undefined: the game is not played in hands. */
  handAt: ((position: string) => HandState) | undefined;
  /** The moves that are buttons. */
  buttonMoves: readonly string[];
  t: Texts;
  gameTexts: GameTexts;
  language: Language;
}

/** Announces the last move, the end of a hand or game, and the possible actions if the user is to move. */
export function announcement(context: AnnouncementContext): string {
  const parts = [...moveSentences(context), ...(descriptionOf(context)?.happened ?? []), ...departureSentences(context), ...handSentences(context), ...endSentences(context), ...turnSentences(context)];
  return context.t.game.paragraph(parts);
}

/** What has been announced about a game so far. */
export interface Announced {
  ply: number;
  left: number;
  isOver: boolean;
  turn: string;
}

export function announced({ room, ...context }: AnnouncementContext): Announced {
  const turn = context.t.game.paragraph(turnSentences({ room, ...context }));
  return { ply: context.shownPly, left: departuresOf(room).length, isOver: room.finished !== null, turn };
}

function departuresOf({ history }: RoomState): Departure[] {
  return history.flatMap(({ left = [] }) => left);
}

/** A line for each event since `before`: moves, departures, the end, and finally whose turn it is. */
export function newLines(before: Announced, context: AnnouncementContext): string[] {
  const { room, shownPly, t } = context;
  const current = announced(context);
  const plies = Array.from({ length: Math.max(0, shownPly - before.ply) }, (_, index) => before.ply + 1 + index);
  const moves = plies.map((ply) => eventSentences({ ...context, shownPly: ply }));
  const departures = departuresOf(room).slice(before.left);
  const others = [departures.map((departure) => departureText(departure, room.seats, t)), before.isOver ? [] : endSentences(context)];
  const turn = shownPly !== before.ply || current.turn !== before.turn ? turnSentences(context) : [];
  return [...moves, ...others, turn].filter((sentences) => sentences.length > 0).map(t.game.paragraph);
}

/** Announces a step through the moves: the position, and the move or hand that led to it. */
export function stepLine(context: AnnouncementContext): string {
  const { shownPly, room, t } = context;
  return t.game.paragraph([t.moves.position(shownPly, room.history.length - 1), ...eventSentences(context)]);
}

/** The move that led to the position shown, its consequences, and the end of a hand. */
function eventSentences(context: AnnouncementContext): string[] {
  return [...moveSentences(context), ...(descriptionOf(context)?.happened ?? []), ...handSentences(context)];
}

function moveSentences({ room, shownPly, gameView, t, gameTexts, language }: AnnouncementContext): string[] {
  const moved = room.history[shownPly]?.moved;
  if (!moved) return [];
  const [name, move] = [nameOn(moved.seat, room.seats, t), moveText(gameView, room.history, shownPly, language, gameTexts)];
  if (moved.by_server) return [timedOutText(moved.move, name, move, t, gameTexts)];
  const described = gameView?.describeMove?.(moved.move, name, language, moved.position);
  if (described !== undefined) return [described];
  return [moved.move === "pass" ? t.game.passed(name) : t.game.played(name, move)];
}

/** The seats that have left in the newest position. */
function departureSentences({ room, t }: AnnouncementContext): string[] {
  return (newestEntry(room)?.left ?? []).map((departure) => departureText(departure, room.seats, t));
}

function handSentences({ room, shownPly, handAt, t, gameTexts }: AnnouncementContext): string[] {
  const ended = endedHand(room.history, shownPly, handAt);
  const total = handAt?.(room.history[shownPly]?.position ?? "").total ?? 0;
  return ended ? [t.hands.ended(t.hands.number(ended.number, total), handTextWithCards(ended.end, room.seats, room.you, t, gameTexts))] : [];
}

function endSentences({ room, gameView, t, gameTexts }: AnnouncementContext): string[] {
  if (!room.finished) return [];
  const tallies = gameView?.tallies?.(newestEntry(room)?.position ?? "") ?? [];
  const [counted, counts] = [countedEnd(room, tallies, t), countsAtEnd(room, tallies)];
  const [title, reason] = [[endTitle(room, t), counts].join(" ").trim(), counted || endText(room.finished, room.seats, room.you, t, gameTexts)];
  return [reason ? t.game.ended(title, reason) : title];
}

/** The game's own description of the position shown. */
function descriptionOf({ room, shownPly, gameView, t, gameTexts, language }: AnnouncementContext): PositionDescription | undefined {
  const settings = room.summary?.settings ?? {};
  const listener = { viewer: room.you, language, settings, nameOf: (seat: number) => nameOn(seat, room.seats, t), pieceName: (piece: Omit<Piece, "spot">) => pieceName(piece, gameTexts) };
  return gameView?.describePosition?.(room.history[shownPly]?.position ?? "", listener);
}

/** The user's cards, the public cards, and the pot. */
function ownHand({ room, shownPly, handAt, t, gameTexts }: AnnouncementContext): string[] {
  const hand = handAt?.(room.history[shownPly]?.position ?? "");
  const namesOf = (cards: Omit<Piece, "spot">[] = []): string => cards.map((card) => pieceName(card, gameTexts)).join(", ");
  const [own, board] = [namesOf(room.you === null ? [] : hand?.cards[room.you]), namesOf(hand?.board)];
  return [...(own ? [t.hands.hold(own)] : []), ...(board ? [t.hands.board(board)] : []), ...(hand?.pot == null ? [] : [t.hands.inPot(hand.pot)])];
}

function turnSentences(context: AnnouncementContext): string[] {
  const { room, shownPly, gameView, buttonMoves, t, gameTexts } = context;
  if (shownPly !== room.history.length - 1 || playableMoves(room).length === 0) return [];
  const ownCards = [...ownHand(context), ...(descriptionOf(context)?.visible ?? [])];
  const text = turnText(room, false, t);
  const isAll = buttonMoves.length === playableMoves(room).length;
  // A pass is not listed beside moves on the board, because that would sound like advice.
  const names = buttonMoves.filter((move) => isAll || move !== "pass").map((move) => buttonName(gameView, move, room.history[shownPly]?.position ?? "", room.summary?.settings ?? {}, gameTexts));
  if (names.length === 0) return [...ownCards, text];
  return [...ownCards, ...(isAll ? [t.game.choices(text, names)] : [text, t.game.alsoButtons(names)])];
}
