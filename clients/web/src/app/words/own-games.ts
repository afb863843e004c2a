/** The user's games: their urgency, whose turn it is, and the time left. Pure. */

import type { GameSummary } from "../../protocol";
import type { Texts } from "../../texts";
import { clockText } from "../room/clock";
import { nameOn } from "./format";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Less time left than this is shown as a warning. */
const MIN_CALM_MS = { correspondence: 6 * HOUR, live: 30_000 };

/** Whether the game waits for the user's move. */
export function isYourTurn({ state, turn, you, your_seats: seats = [] }: GameSummary): boolean {
  if (state !== "running" || turn == null) return false;
  return seats.length > 0 ? seats.includes(turn) : turn === you;
}

/** Whether the game is live, unlike correspondence and untimed games, which players leave and come back to. */
export function isLive({ state, control }: GameSummary): boolean {
  return state === "running" && control.kind !== "correspondence" && control.kind !== "unlimited";
}

/** Sorts games by urgency: those that the user would lose by staying away; then those with the user's turn, by time left; then open, running, paused and adjourned games. */
export function byUrgency(games: readonly GameSummary[]): GameSummary[] {
  const key = (game: GameSummary): number[] => [
    absenceEndsAt(game) ?? Infinity,
    urgencyRank(game),
    game.turn_ends_at ?? Infinity,
    -game.created_at,
  ];
  return games.toSorted((a, b) => {
    const [one, other] = [key(a), key(b)];
    const differs = one.findIndex((value, index) => value !== other[index]);
    return differs < 0 ? 0 : (one[differs] ?? 0) < (other[differs] ?? 0) ? -1 : 1;
  });
}

/** The place of a game in the order of urgency; 0 comes first. */
function urgencyRank(game: GameSummary): number {
  if (isYourTurn(game)) return 0;
  return { open: 1, running: 2, paused: 3, adjourned: 4, finished: 5 }[game.state];
}

/**
 * The games by urgency. `shown`: at least the first `min`, and all that wait for the user or are live; `folded`: the others,
 * which can wait.
 */
export function shownAndFolded(games: readonly GameSummary[], min: number): { shown: GameSummary[]; folded: GameSummary[] } {
  const sorted = byUrgency(games);
  const isShown = (game: GameSummary, index: number): boolean =>
    index < min || isYourTurn(game) || isLive(game) || absenceEndsAt(game) !== null;
  return { shown: sorted.filter(isShown), folded: sorted.filter((game, index) => !isShown(game, index)) };
}

/** The games that wait for the user's move, the most urgent first; `except`: the id of a game to skip. */
export function waitingForYou(games: readonly GameSummary[], except: string | null = null): GameSummary[] {
  return byUrgency(games.filter((game) => game.id !== except && isYourTurn(game)));
}

/** The game that the user would lose first by staying away; `except`: the id of a game to skip. */
export function firstLost(games: readonly GameSummary[], except: string | null = null): GameSummary | undefined {
  return byUrgency(games.filter((game) => game.id !== except && absenceEndsAt(game) !== null))[0];
}

/** The most urgent other game that waits for the user; undefined: none. From a live game only another live one is
 * suggested. */
export function nextGame(waiting: readonly GameSummary[], shown: Pick<GameSummary, "state" | "control">): GameSummary | undefined {
  return isLive(shown as GameSummary) ? waiting.find(isLive) : waiting[0];
}

/** Whose turn it is, or the state of a game that is not running. */
export function turnStatus(game: GameSummary, t: Texts): string {
  if (isYourTurn(game)) return t.play.yourTurn;
  if (game.state === "running") return game.turn == null ? "" : t.game.theirMove(nameOn(game.turn, game.seats, t));
  return { open: t.play.notStarted, paused: t.play.paused, adjourned: t.play.adjourned, finished: "" }[game.state];
}

/** When the countdown for the user's absence ends (the server's Unix ms); null: none is running, or the user's clock runs out earlier. */
export function absenceEndsAt(game: GameSummary): number | null {
  const { state, you, your_seats: seats = [], absences_end_at: ends = [] } = game;
  if (state !== "running") return null;
  const own = (seats.length > 0 ? seats : [you ?? -1]).flatMap((seat) => ends[seat] ?? []);
  const first = Math.min(...own);
  return own.length === 0 || (isYourTurn(game) && (game.turn_ends_at ?? Infinity) < first) ? null : first;
}

/** The time left to the seat to move at `now` (the server's Unix ms): `2 d 3 h`, `3:12`, `8 s`; empty: no clock is running. */
export function leftText({ state, turn_ends_at: endsAt }: GameSummary, now: number, t: Texts): string {
  return state !== "running" || endsAt == null ? "" : timeUntil(endsAt, now, t);
}

/** The time from `now` to `endsAt`, both the server's Unix ms. */
export function timeUntil(endsAt: number, now: number, t: Texts): string {
  const left = Math.max(0, endsAt - now);
  if (left >= DAY) return t.clocks.left.days(Math.floor(left / DAY), Math.floor((left % DAY) / HOUR));
  if (left >= HOUR) return t.clocks.left.hours(Math.floor(left / HOUR), Math.floor((left % HOUR) / 60_000));
  const seconds = Math.floor(left / 1000);
  return seconds < 10 ? t.clocks.left.seconds(seconds) : clockText(seconds * 1000).replace(/^0(?=\d:)/, "");
}

/** Whether it is the user's turn with little time left: less than six hours (correspondence) or 30 s (live). */
export function isPressing(game: GameSummary, now: number): boolean {
  const min = MIN_CALM_MS[game.control.kind === "correspondence" ? "correspondence" : "live"];
  return isYourTurn(game) && game.turn_ends_at != null && game.turn_ends_at - now < min;
}
