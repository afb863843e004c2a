/** Numbers and names as people read them. Pure. */

import type { HandEnd, Piece } from "../boards/model";
import type { Control, Finished, GameSummary, SeatView, SettingView } from "../protocol";
import type { GameWords, Texts } from "../texts";
import { controlText } from "./clock";
import { sanctionOf } from "./dismissal";
import { type RoomState, diceOf, newest, turn } from "./room";

/** `950`, `48 k`, `2.1 M`, `3.4 G`. */
export function countText(count: number): string {
  for (const [unit, name] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]] as const)
    if (count >= unit) {
      const value = count / unit;
      return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${name}`;
    }
  return String(count);
}

/** From here on an engine that counts in pawns has seen a mate. */
const MATE_PAWNS = 90;

/** An engine's value with its sign or per cent. */
export function valueText(value: number, unit: string | null | undefined, t: Texts): string {
  if (unit === "win_probability") return `${Math.round(value * 100)} %`;
  if (unit === "pawns" || unit === "centipawns") return pawnsText(unit === "pawns" ? value : value / 100);
  const digits = unit === "points" ? 2 : 1;
  const rounded = Number.isInteger(value) ? String(Math.abs(value)) : Math.abs(value).toFixed(digits);
  return `${signOf(value)}${rounded} ${unitText(Math.abs(value), unit, t)}`.trim();
}

/** What so many of a unit are called. */
function unitText(count: number, unit: string | null | undefined, t: Texts): string {
  if (!unit) return "";
  return (count === 1 ? t.engine.one[unit] : undefined) ?? t.engine.units[unit] ?? unit;
}

/** `+0.34`; beyond what material could be, a mate is seen. */
function pawnsText(pawns: number): string {
  return Math.abs(pawns) >= MATE_PAWNS ? `${signOf(pawns)}#` : `${signOf(pawns)}${Math.abs(pawns).toFixed(2)}`;
}

/** What a seat counts: the bare number, or with a unit, then also its sign. */
export function tallyText(score: number, unit: string | undefined, t: Texts): string {
  if (unit === undefined) return String(score);
  return score === 0 ? `0 ${unitText(0, unit, t)}` : valueText(score, unit, t);
}

function signOf(value: number): string {
  return value > 0 ? "+" : value < 0 ? "−" : "±";
}

/** The same value from the other side. */
export function otherSide(value: number, unit: string | null | undefined): number {
  return unit === "win_probability" ? 1 - value : 0 - value;
}

/** Half points as people write them. */
export function scoreText(score: number): string {
  return score === 0.5 ? "½" : Number.isInteger(score) ? String(score) : score.toFixed(2);
}

/** A score a seat: `1–0`, `½–½`; empty without a result. */
export function scoresText(scores: readonly number[] | null | undefined): string {
  return scores ? scores.map(scoreText).join("–") : "";
}

/** The same with names where more than two play, the best first: `Ann 1, Bob ½, Cyd 0`. */
export function resultText(scores: readonly number[] | null | undefined, seats: readonly SeatView[], t: Texts): string {
  if (!scores || scores.length <= 2) return scoresText(scores);
  const ranked = scores.map((score, seat) => ({ score, seat })).sort((a, b) => b.score - a.score);
  return ranked.map(({ score, seat }) => `${seatName(seats[seat], t)}\u00a0${scoreText(score)}`).join(", ");
}

/** The player on a seat, or the one for whom it is reserved. */
export function seatName(seat: SeatView | undefined, t: Texts): string {
  return seat?.player?.name ?? seat?.reserved ?? t.game.free;
}

export function controlName(control: Control, t: Texts): string {
  const seconds = (ms: number) => t.control.seconds(ms / 1000);
  const cap = control.cap_ms == null ? [] : [t.control.cap(seconds(control.cap_ms))];
  const limit = control.move_limit_ms == null ? [] : [t.control.limit(seconds(control.move_limit_ms))];
  return [withoutLimits(control, t), ...cap, ...limit].join(", ");
}

function withoutLimits(control: Control, t: Texts): string {
  if (control.kind === "unlimited") return t.control.unlimited;
  if (control.kind === "per_move") return `${(control.time_ms ?? 0) / 1000} s ${t.control.per}`;
  if (control.kind === "correspondence") return t.control.days(control.days ?? 1);
  return controlText(control, t.control.move);
}

/** What a short form like `4d12` means; empty for forms that need no explanation. */
export function controlHint(control: Control, t: Texts): string {
  const ms = control.base_ms ?? 0;
  const base = ms % 60_000 === 0 ? t.control.minutes(ms / 60_000) : t.control.seconds(ms / 1000);
  const more = (control.kind === "delay" ? control.delay_ms : control.kind === "fischer" ? control.increment_ms : 0) ?? 0;
  if (!["fischer", "delay", "sudden_death"].includes(control.kind)) return "";
  if (more === 0) return t.control.whole(base);
  return (control.kind === "delay" ? t.control.free : t.control.more)(base, t.control.seconds(more / 1000));
}

export function settingName(setting: SettingView, words: GameWords): string {
  return words.settings[setting.name] ?? setting.name;
}

/** A setting's value in words; a size is that of a square board. */
export function settingValue(setting: SettingView, value: string | number | boolean, words: GameWords): string {
  if (setting.name === "size") return `${value} × ${value}`;
  const key = value === true ? "yes" : value === false ? "no" : String(value);
  return words.settings[key] ?? key;
}

/** A piece in words: `white knight`, `blue stone 3`. */
export function pieceName({ look, text = "" }: Pick<Piece, "look" | "text">, words: GameWords): string {
  return words.pieces[`${look} ${text}`] ?? `${words.pieces[look] ?? look} ${text}`.trim();
}

/** How a game ended, in a few words: `by resignation`, `three in a row`. A reason given by the operator
 * follows after a colon. */
export function reasonText(end: Pick<GameSummary, "reason" | "word">, t: Texts, words: GameWords): string {
  const [word = "", ...said] = end.word?.split(": ") ?? [];
  const known = words.ends[word];
  return (known && [known, ...said].join(": ")) ?? ((end.reason && t.result.reasons[end.reason]) || (end.word ?? end.reason ?? ""));
}

/** What went wrong: in the reader's language if the code is known, else the server's message. */
export function failureText({ code, message }: { code: string; message: string }, t: Texts, locale = "en-GB"): string {
  if (code === "banned" || code === "muted") return sanctionText(code, message, t, locale);
  const games = code === "too_many_games" ? botGames(message) : null;
  if (games !== null) return t.errors.tooManyBotGames(games);
  return code === "unreachable" ? t.errors.unreachable : (t.errors.codes[code] ?? message);
}

/** The same for the page of one game, where more is known than in a list. */
export function endText(end: Finished, seats: readonly SeatView[], t: Texts, words: GameWords): string {
  if (end.reason !== "aborted" || end.word) return reasonText(end, t, words);
  const name = end.ended_by == null ? null : seatName(seats[end.ended_by], t);
  if (end.clock.free_ms === 0) return t.result.noFirstMove(name);
  return name === null ? reasonText(end, t, words) : t.result.abortedBy(name);
}

/** How many games with bots the message counts; null: it is about other games. */
function botGames(message: string): number | null {
  const found = /^You have (\d+) games with bots, which/.exec(message);
  return found ? Number(found[1]) : null;
}

/** A ban or a mute: until when, in the reader's own time zone, and why. */
export function sanctionText(kind: "banned" | "muted", sentence: string, t: Texts, locale: string): string {
  const { until, why } = sanctionOf(sentence) ?? { until: null, why: "" };
  return t.errors.sanctions[kind](until === null ? "" : dateText(until, locale), why);
}

/** Whose turn it is, with what was thrown for it; empty: nobody's. `unsure`: your move has had no answer for long. */
export function turnText(room: RoomState, unsure: boolean, t: Texts): string {
  const mover = turn(room);
  if (mover === null) return "";
  if (unsure) return t.game.sending;
  if (mover !== room.you) return t.game.theirMove(seatName(room.seats[mover], t));
  const dice = diceOf(newest(room));
  return dice && (dice.seat ?? mover) === mover ? t.game.yourThrow(dice.values) : t.game.yourMove;
}

/** How a hand ended, as its players and others read it: `Ann wins 2 chips at the showdown`. */
export function handText({ winner, gain, unit, how }: HandEnd, seats: readonly SeatView[], you: number | null, t: Texts, words: GameWords): string {
  const [won, by] = [`${gain} ${unitText(gain, unit, t)}`, words.ends[how] ?? how];
  if (winner === null) return t.hands.shared;
  return winner === you ? t.hands.youWin(won, by) : t.hands.wins(seatName(seats[winner], t), won, by);
}

/** The same with the cards that were shown: `…, king against queen`. */
export function handShown(end: HandEnd, seats: readonly SeatView[], you: number | null, t: Texts, words: GameWords): string {
  const [text, cards] = [handText(end, seats, you, t, words), end.shown.map((card) => pieceName(card, words))];
  return cards.length > 0 ? t.hands.shown(text, cards) : text;
}

/** How a game ended for the reader: `You win`, `Ann wins`, `Draw`; empty: it has not. */
export function endTitle({ finished, seats, you }: RoomState, t: Texts): string {
  if (!finished) return "";
  if (!finished.scores) return t.result.none;
  const won = winners(finished.scores);
  const [winner] = won;
  if (winner === undefined) return t.result.draw;
  const names = won.map((seat) => seatName(seats[seat], t));
  if (won.length > 1) return you !== null && won.includes(you) ? t.result.sharedByYou : t.result.shared(names);
  if (you === null || (seats.length > 2 && winner !== you)) return t.result.wins(names[0] ?? "");
  return winner === you ? t.result.win : t.result.loss;
}

/** The seats with the best score, none when all share it or there is no result. */
export function winners(scores: readonly number[] | null | undefined): number[] {
  if (!scores) return [];
  const best = Math.max(...scores);
  const won = scores.flatMap((score, seat) => (score === best ? [seat] : []));
  return won.length === scores.length ? [] : won;
}

/** A date, with `time` to the minute, in the reader's own time zone. */
export function dateText(at: number, locale: string, time = true): string {
  return new Date(at).toLocaleString(locale, { dateStyle: "medium", ...(time ? { timeStyle: "short" } : {}) });
}
