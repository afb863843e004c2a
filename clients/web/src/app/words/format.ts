/** Numbers and names as people read them. Pure. */

import type { HandEnd } from "../../games/boards/hands";
import type { Piece } from "../../games/boards/model";
import { HIDDEN } from "../../games/boards/thrown";
import type { Control, Finished, GameSummary, SeatView, SettingView, Settings } from "../../protocol";
import type { GameTexts, Texts } from "../../texts";
import { controlText } from "../room/clock";
import { type Departure, type RoomState, diceOf, newestEntry, seatToMove } from "../room/room";
import { sanctionOf } from "./dismissal";
import { ranked } from "./ranks";

/** `950`, `48 k`, `2.1 M`, `3.4 G`. */
export function countText(count: number): string {
  for (const [unit, name] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]] as const)
    if (count >= unit) {
      const value = count / unit;
      return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${name}`;
    }
  return String(count);
}

/** Values of at least this many pawns mean a mate. */
const MATE_PAWNS = 90;

/** An engine's value with its sign, or in per cent. */
export function valueText(value: number, unit: string | null | undefined, t: Texts): string {
  if (unit === "win_probability") return `${Math.round(value * 100)} %`;
  if (unit === "pawns" || unit === "centipawns") return pawnsText(unit === "pawns" ? value : value / 100);
  const digits = unit === "points" || unit === "tricks" ? 2 : 1;
  const rounded = Number.isInteger(value) ? String(Math.abs(value)) : Math.abs(value).toFixed(digits);
  return `${unit === "tricks" ? "" : signOf(value)}${rounded} ${unitText(Math.abs(value), unit, t)}`.trim();
}

/** `3 chips`, `1 trick`. */
export function unitCount(count: number, unit: string, t: Texts): string {
  return `${Number.isInteger(count) ? count : count.toFixed(2)} ${unitText(count, unit, t)}`;
}

/** The name of the unit, singular or plural. */
function unitText(count: number, unit: string | null | undefined, t: Texts): string {
  if (!unit) return "";
  return (count === 1 ? t.engine.one[unit] : undefined) ?? t.engine.units[unit] ?? unit;
}

/** `+0.34`, or `+#` for a mate. */
function pawnsText(pawns: number): string {
  return Math.abs(pawns) >= MATE_PAWNS ? `${signOf(pawns)}#` : `${signOf(pawns)}${Math.abs(pawns).toFixed(2)}`;
}

/** A seat's count: a number, or with a unit a signed number. */
export function tallyText(score: number, unit: string | undefined, t: Texts): string {
  if (unit === undefined) return String(score);
  return score === 0 ? `0 ${unitText(0, unit, t)}` : valueText(score, unit, t);
}

function signOf(value: number): string {
  return value > 0 ? "+" : value < 0 ? "−" : "±";
}

/** A score with ½ for half a point. */
export function scoreText(score: number): string {
  return score === 0.5 ? "½" : Number.isInteger(score) ? String(score) : score.toFixed(2);
}

/** The scores of all seats: `1–0`, `½–½`; empty without a result. */
export function scoresText(scores: readonly number[] | null | undefined): string {
  return scores ? scores.map(scoreText).join("–") : "";
}

/** The scores; with more than two seats also ranks and names, the best first: `1. Ann 1, 2. Bob ½, 3. Cyd 0`. */
export function resultText(scores: readonly number[] | null | undefined, seats: readonly SeatView[], t: Texts, sides: Sides = []): string {
  if (!scores || scores.length <= 2) return scoresText(scores);
  return ranked(scores, sides)
    .map(({ rank, score, seats: side }) => `${rank}.\u00a0${sideNames(side, seats, t)}\u00a0${scoreText(score)}`)
    .join(", ");
}

type Sides = readonly (readonly number[])[];

/** The names of partners, or of one player: `Ann & Cyd`. */
export function sideNames(side: readonly number[], seats: readonly SeatView[], t: Texts): string {
  return side.map((seat) => nameOn(seat, seats, t)).join(" & ");
}

/** The player on a seat, or the one for whom it is reserved. A player of an imported game may have no name. */
export function seatName(seat: SeatView | undefined, t: Texts): string {
  return (seat?.player?.name ?? seat?.reserved ?? t.game.free) || t.files.imported.unnamed;
}

/** The name of the player on a seat, with the seat number for a bot that has several seats. */
export function nameOn(seat: number, seats: readonly SeatView[], t: Texts): string {
  const name = seatName(seats[seat], t);
  const hasOtherSeats = seats.some(({ player }, other) => other !== seat && player != null && player.name === seats[seat]?.player?.name);
  return hasOtherSeats ? `${name} (${seat + 1})` : name;
}

export function controlName(control: Control, t: Texts): string {
  const seconds = (ms: number) => t.control.seconds(ms / 1000);
  const cap = control.cap_ms == null ? [] : [t.control.cap(seconds(control.cap_ms))];
  const limit = control.move_limit_ms == null ? [] : [t.control.limit(seconds(control.move_limit_ms))];
  return [withoutLimits(control, t), ...cap, ...limit].join(", ");
}

function withoutLimits(control: Control, t: Texts): string {
  if (control.kind === "unlimited") return t.control.unlimited;
  if (control.kind === "per_move") return t.control.perMove((control.time_ms ?? 0) / 1000);
  if (control.kind === "correspondence") return t.control.days(control.days ?? 1);
  return controlText(control, t.control.move);
}

export function settingName(setting: SettingView, gameTexts: GameTexts): string {
  return gameTexts.settings[setting.name] ?? setting.name;
}

/** The name of a side with these settings. `seat`: the server's name for it. */
export function sideName(seat: string, gameTexts: GameTexts, settings: Settings): string {
  return gameTexts.seatOf?.(seat, settings) ?? gameTexts.seats[seat] ?? seat;
}

/** A setting's value in words: the game's own text for this setting (`size 3`), else the shared one. `settings`: all settings, on which an automatic choice depends. */
export function settingValue(setting: SettingView, value: string | number | boolean, gameTexts: GameTexts, settings?: Settings): string {
  const automatic = settings && gameTexts.automatic?.(setting.name, { ...settings, [setting.name]: value });
  if (automatic !== undefined) return `${settingValue(setting, value, gameTexts)} (${automatic})`;
  const own = gameTexts.settings[`${setting.name} ${value}`] ?? gameTexts.valueText?.(setting.name, value);
  if (own !== undefined) return own;
  if (setting.name === "size") return `${value} × ${value}`;
  const key = value === true ? "yes" : value === false ? "no" : String(value);
  return gameTexts.settings[key] ?? key;
}

/** The name of a piece: `white knight`, `blue stone 3`. */
export function pieceName({ look, text = "", name }: Omit<Piece, "spot">, gameTexts: GameTexts): string {
  return name ?? gameTexts.pieces[`${look} ${text}`] ?? `${gameTexts.pieces[look] ?? look} ${text}`.trim();
}

/** How a game ended, in short: `by resignation`, `three in a row`; the operator's reason, if there is one, follows a
 * colon. */
export function reasonText(end: Pick<GameSummary, "reason" | "word">, t: Texts, gameTexts: GameTexts): string {
  const [word = "", ...details] = end.word?.split(": ") ?? [];
  const known = gameTexts.ends[word];
  const reason = end.reason && t.result.reasons[end.reason];
  return (known && [known, ...details].join(": ")) ?? (reason || (end.word ?? reason ?? end.reason ?? ""));
}

/** In seconds, or in minutes from two minutes on. */
function tooFastText(seconds: number, t: Texts): string {
  return seconds <= 120 ? t.errors.tooFast.seconds(seconds) : t.errors.tooFast.minutes(Math.ceil(seconds / 60));
}

/** `retryAfter`: seconds until a retry, if known. */
interface ShownFailure {
  code: string;
  message: string;
  retryAfter?: number | null;
}

/** An error in the user's language if its code is known, else the server's message. */
export function failureText({ code, message, retryAfter }: ShownFailure, t: Texts, locale = "en-GB"): string {
  if (code === "banned" || code === "muted") return sanctionText(code, message, t, locale);
  const games = code === "too_many_games" ? botGames(message) : null;
  if (games !== null) return t.errors.tooManyBotGames(games);
  if (code === "not_rated" && message.startsWith("Two bots of one owner")) return t.errors.oneOwner;
  if (code === "too_fast" && retryAfter) return tooFastText(retryAfter, t);
  return code === "unreachable" ? t.errors.unreachable : (t.errors.codes[code] ?? message);
}

/** Why a game cannot be created. A custom position is explained by the game's texts if possible. */
export function newGameFailureText(failure: ShownFailure, t: Texts, gameTexts: GameTexts, locale = "en-GB"): string {
  const [, why = ""] = /^The position of the setup cannot be read: (.+)$/.exec(failure.message) ?? [];
  return gameTexts.ownPosition?.refused?.(why) ?? failureText(failure, t, locale);
}

/** How a game ended, in the longer form for its own page; `you`: the viewer's seat. */
export function endText(end: Finished, seats: readonly SeatView[], you: number | null, t: Texts, gameTexts: GameTexts): string {
  const long = gameTexts.endOf?.(end.word ?? "");
  if (long !== undefined) return long;
  const name = end.ended_by == null ? null : nameOn(end.ended_by, seats, t);
  if (end.reason === "abandoned" && !end.scores) return end.ended_by != null && end.ended_by === you ? t.result.youWereAway : t.result.wasAway(name);
  if (end.reason !== "aborted" || end.word) return reasonText(end, t, gameTexts);
  if (end.clock.free_ms === 0) return t.result.noFirstMove(name);
  return name === null ? reasonText(end, t, gameTexts) : t.result.abortedBy(name);
}

/** The number of bot games in the message; null: the message is about other games. */
function botGames(message: string): number | null {
  const found = /^You have (\d+) games with bots,/.exec(message);
  return found ? Number(found[1]) : null;
}

/** A ban or a mute with its end, in the user's time zone, and its reason. */
export function sanctionText(kind: "banned" | "muted", sentence: string, t: Texts, locale: string): string {
  const { until, why } = sanctionOf(sentence) ?? { until: null, why: "" };
  return t.errors.sanctions[kind](until === null ? "" : dateText(until, locale), why);
}

/** Whose turn it is, with their throw; empty: the game is not in progress. `unsure`: your move has been pending for some time. */
export function turnText(room: RoomState, unsure: boolean, t: Texts): string {
  const mover = seatToMove(room);
  if (mover === null) return "";
  if (unsure) return t.game.sending;
  if (mover !== room.you) return t.game.theirMove(nameOn(mover, room.seats, t));
  const dice = diceOf(newestEntry(room));
  const isOwn = dice && (dice.seat ?? mover) === mover && !dice.values.includes(HIDDEN);
  return isOwn ? t.game.yourThrow(dice.values) : t.game.yourMove;
}

/** What a screen reader calls a die; null: it has not been thrown. */
export function dieName(value: number | null, t: Texts): string {
  if (value === null) return "";
  return value === HIDDEN ? t.game.hiddenDie : t.game.thrown(String(value));
}

/** Says that the server has played a move for a seat whose turn ran out of time. */
export function timedOutText(move: string, name: string, moveName: string, t: Texts, gameTexts: GameTexts): string {
  return gameTexts.timedOut?.[move] ?? t.game.timedOut(name, moveName);
}

/** Says that a seat has left while the others play on, or a bot in its place. */
export function departureText({ seat, reason, standIn }: Departure, seats: readonly SeatView[], t: Texts): string {
  if (standIn) return t.result.playsOn(standIn.left, standIn.bot);
  return (t.result.departures[reason] ?? t.result.left)(nameOn(seat, seats, t));
}

/** How a hand ended, for a player or a spectator: `Ann wins 2 chips at the showdown`. */
export function handText({ winner, gain, unit, reason }: HandEnd, seats: readonly SeatView[], you: number | null, t: Texts, gameTexts: GameTexts): string {
  const [gainText, howText] = [unitCount(gain, unit, t), gameTexts.ends[reason] ?? reason];
  if (winner === null) return t.hands.shared;
  return winner === you ? t.hands.youWin(gainText, howText) : t.hands.wins(nameOn(winner, seats, t), gainText, howText);
}

/** How a hand ended with the cards of a showdown: `…, king against queen`. */
export function handTextWithCards(end: HandEnd, seats: readonly SeatView[], you: number | null, t: Texts, gameTexts: GameTexts): string {
  const cards = end.ranks?.map((rank) => gameTexts.pieces[rank] ?? rank) ?? end.shown.map((card) => pieceName(card, gameTexts));
  const text = handText(end, seats, you, t, gameTexts);
  return cards.length > 0 ? t.hands.shown(text, cards) : text;
}

/** The result of a game for the user: `You win`, `Ann wins`, `Draw`; empty: it has not ended. */
export function endTitle({ finished, seats, sides, you }: RoomState, t: Texts): string {
  if (!finished) return "";
  if (!finished.scores) return t.result.none;
  if (sides.length === 0 && finished.scores.every((score) => score >= 1)) return you === null ? t.result.all : t.result.together;
  const won = winners(finished.scores);
  const [winner] = won;
  if (winner === undefined) return t.result.draw;
  const first = ranked(finished.scores, sides).filter(({ rank }) => rank === 1);
  const names = first.map((side) => sideNames(side.seats, seats, t));
  if (first.length > 1) return you !== null && won.includes(you) ? t.result.sharedByYou : t.result.shared(names);
  if (won.length > 1) return partnersTitle(won, { seats, you }, t);
  if (you === null || (seats.length > 2 && winner !== you)) return t.result.wins(names[0] ?? "");
  return winner === you ? t.result.win : t.result.loss;
}

/** Says that partners have won, or that you have lost against them. */
function partnersTitle(won: readonly number[], { seats, you }: Pick<RoomState, "seats" | "you">, t: Texts): string {
  if (you === null) return t.result.partnersWin(sideNames(won, seats, t));
  return won.includes(you) ? t.result.youAnd(sideNames(won.filter((seat) => seat !== you), seats, t)) : t.result.loss;
}

/** The seats with the best score; none if all share it, or without a result. */
export function winners(scores: readonly number[] | null | undefined): number[] {
  if (!scores) return [];
  const best = Math.max(...scores);
  const won = scores.flatMap((score, seat) => (score === best ? [seat] : []));
  return won.length === scores.length ? [] : won;
}

/** A rating, with a question mark while it is uncertain. */
export function ratingText(rating: number, provisional = false): string {
  return `${rating}${provisional ? "?" : ""}`;
}

/** A rating after a game, and its change: `1513 (+13)`, `1487? (−13)`. */
export function changeText({ before, after, provisional = false }: { before: number; after: number; provisional?: boolean }): string {
  return `${ratingText(after, provisional)} (${signOf(after - before)}${Math.abs(after - before)})`;
}

/** A date in the user's time zone; with `time` to the minute. */
export function dateText(at: number, locale: string, time = true): string {
  return new Date(at).toLocaleString(locale, { dateStyle: "medium", ...(time ? { timeStyle: "short" } : {}) });
}
