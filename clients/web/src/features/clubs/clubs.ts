/** Clubs and their ladders as the page shows them. Pure. */

import type { Club, ClubRow, Control, Ladder, LadderChallenge, LadderPlace, LadderResult, LadderRow, Outcome } from "../../protocol";

/** What the user can do to become a member. `code`: with the club's code; `closed`: nothing without an invitation. */
export type JoinWay = "member" | "invited" | "open" | "code" | "closed";

export function joinWay({ you, join = "open" }: Pick<Club, "you" | "join">): JoinWay {
  return you === "leader" || you === "member" ? "member" : you === "invited" ? "invited" : join;
}

/** Whether the club plays the game; a club that names none plays all. `game` empty: any. */
export function plays({ games = [] }: Pick<ClubRow, "games">, game: string): boolean {
  return game === "" || games.length === 0 || games.includes(game);
}

/** A list with the next page of it. What has moved between the two requests, and so is in both, is listed once. */
export function withPage<T>(listed: readonly T[], page: readonly T[], key: (item: T) => string): T[] {
  const keys = new Set(listed.map(key));
  return [...listed, ...page.filter((item) => !keys.has(key(item)))];
}

/** The code in a link to a club's page; empty: none. It is in the fragment, which no server logs. */
export function codeInHash(hash: string): string {
  return /^#code=([0-9A-Za-z-]{1,64})$/.exec(hash)?.[1] ?? "";
}

/** A ladder with more places than this is shown in parts. */
export const MAX_SHOWN = 30;
const TOP = 10;
const BELOW = 3;

/** The places that are shown of a long ladder: the top, and those around the user, from the highest that the user can
 * challenge. Each row is a place, or how many places are left out. */
export function shownPlaces({ places, you, reach }: Pick<Ladder, "places" | "you" | "reach">): (LadderPlace | number)[] {
  if (places.length <= MAX_SHOWN) return [...places];
  const isShown = ({ place }: LadderPlace): boolean => place <= TOP || (you != null && place >= you - reach && place <= you + BELOW);
  const rows: (LadderPlace | number)[] = [];
  for (const each of places) {
    const last = rows.at(-1);
    if (isShown(each)) rows.push(each);
    else if (typeof last === "number") rows[rows.length - 1] = last + 1;
    else rows.push(1);
  }
  return rows;
}

/** The ladder that is shown first: the user's own, else the one with the most places. */
export function firstLadder(ladders: readonly LadderRow[]): LadderRow | undefined {
  return ladders.toSorted((one, other) => Number(other.you != null) - Number(one.you != null) || other.places - one.places)[0];
}

/** Names in one line, with the comma of the language. */
export function listed(names: readonly string[], language: string): string {
  return names.join(language === "en" ? ", " : "、");
}

/** The usual speed classes, those with most players first. */
const SPEEDS = ["blitz", "rapid", "bullet", "classical", "correspondence"];
/** The upper bounds of the classes by the time for 40 moves (ms), as the server has them. */
const SPEED_BOUNDS = [["ultrabullet", 30_000], ["bullet", 180_000], ["blitz", 480_000], ["rapid", 1_500_000]] as const;

/** The speed class of a clock with a time for the game; undefined: of another kind. */
export function speedOf({ kind, base_ms, increment_ms = 0 }: Control): string | undefined {
  if (kind === "correspondence") return kind;
  if ((kind !== "fischer" && kind !== "sudden_death") || base_ms == null) return undefined;
  return SPEED_BOUNDS.find(([, below]) => base_ms + 40 * (increment_ms ?? 0) < below)?.[0] ?? "classical";
}

/** The speed classes in which a club's players of the game are looked for, in order: that of the ladder, those of the
 * club's clocks, the usual ones. */
export function speedsToTry({ ladders = [], presets = [] }: Pick<Club, "ladders" | "presets">, game: string): string[] {
  const own = [...ladders.filter(({ game_type }) => game_type === game), ...presets].flatMap(({ control }) => speedOf(control) ?? []);
  return [...new Set([...own, ...SPEEDS])];
}

/** The state of a challenge: it must be answered, its game must begin, or is being played. */
export function stateOf({ game, until }: LadderChallenge): "open" | "accepted" | "playing" {
  return game == null ? "open" : until == null ? "playing" : "accepted";
}

/** After these the challenger is above the member who was challenged. */
const TAKES_PLACE: ReadonlySet<Outcome> = new Set(["won", "declined", "unanswered", "not_begun", "left"]);

/** The place that the challenger has taken by this; null: nothing has changed. */
export function placeTaken({ outcome, places }: LadderResult): number | null {
  return TAKES_PLACE.has(outcome) ? (places?.[0] ?? null) : null;
}

/** Ladders are for two players against the clock. */
export function suitsLadder(control: Control): boolean {
  return control.kind !== "unlimited";
}

/** The number in a field; null: it is not a whole number in this range. */
export function wholeNumber(text: string, least: number, most: number): number | null {
  const value = /^\d{1,4}$/.test(text.trim()) ? Number(text) : NaN;
  return value >= least && value <= most ? value : null;
}
