/** Whether a bot takes a game, by what it has said in the lobby; as `zeitnot_protocol/takes.py`. Pure. */

import type { BotView, Control, DeclineReason, Range, Settings, Takes } from "../../protocol";

export interface WantedGame {
  game: string;
  /** All settings of the game. */
  settings: Settings;
  control: Control;
  /** Whether there are such opponents. */
  people: boolean;
  bots: boolean;
  rated?: boolean;
}

type Check = (entry: Takes, wanted: WantedGame) => DeclineReason | null;

/** Why no entry fits the game; null: one does, or there is none. Of several entries, the one counts that fits longest. */
export function whyNotTaken(takes: readonly Takes[], wanted: WantedGame): DeclineReason | null {
  let furthest: { at: number; reason: DeclineReason } | null = null;
  for (const entry of takes) {
    const failed = firstFailure(entry, wanted);
    if (failed === null) return null;
    if (furthest === null || failed.at > furthest.at) furthest = failed;
  }
  return furthest?.reason ?? null;
}

function firstFailure(entry: Takes, wanted: WantedGame): { at: number; reason: DeclineReason } | null {
  for (const [at, check] of CHECKS.entries()) {
    const reason = check(entry, wanted);
    if (reason !== null) return { at, reason };
  }
  return null;
}

/** Whether the bot takes some game of this kind with people, with any clock and settings. */
export function takesPeople({ takes = [] }: BotView, game: string): boolean {
  return takes.length === 0 || entriesFor(takes, game).length > 0;
}

/** Whether the bot takes such games with people on this clock, with any settings. */
export function takesControl({ takes = [] }: BotView, game: string, control: Control): boolean {
  const wanted = { game, settings: {}, control, people: true, bots: false };
  return takes.length === 0 || entriesFor(takes, game).some((entry) => whyNotTaken([{ ...entry, games: {} }], wanted) === null);
}

/** Whether the bot takes such games with people with this value of a setting, on any clock. */
export function takesValue({ takes = [] }: BotView, game: string, setting: string, value: string | number | boolean): boolean {
  return takes.length === 0 || entriesFor(takes, game).some((entry) => isAllowed(entry.games?.[game]?.[setting], value));
}

/** The entries by which a bot may take this game with people. All games are casual so far. */
function entriesFor(takes: readonly Takes[], game: string): Takes[] {
  return takes.filter(({ games = {}, people = true, casual = true }) => people && casual && (isEmpty(games) || game in games));
}

function isEmpty(games: object): boolean {
  return Object.keys(games).length === 0;
}

function isAllowed(allowed: Range | (string | number | boolean)[] | undefined, value: string | number | boolean | undefined): boolean {
  if (allowed === undefined) return true;
  return Array.isArray(allowed) ? value !== undefined && allowed.includes(value) : typeof value === "number" && isWithin(allowed, value);
}

function isWithin({ least, most }: Range, value: number): boolean {
  return value >= (least ?? -Infinity) && value <= (most ?? Infinity);
}

// ── the conditions ───────────────────────────────────────────────────────────────────────────────

const hasGame: Check = ({ games = {} }, { game }) => (isEmpty(games) || game in games ? null : "variant");

const hasSettings: Check = ({ games = {} }, { game, settings }) => {
  const allowed = Object.entries(games[game] ?? {});
  return allowed.every(([name, values]) => isAllowed(values, settings[name])) ? null : "standard";
};

const hasKind: Check = ({ kinds = [] }, { control }) => (kinds.length === 0 || kinds.includes(control.kind) ? null : "timeControl");

const hasClock: Check = ({ base_ms, increment_ms, days }, { control }) => {
  if (control.kind === "correspondence" || control.kind === "unlimited") {
    const hasDays = control.kind === "correspondence" && days != null;
    return base_ms?.most == null || hasDays ? null : "timeControl";
  }
  return outside(base_ms, baseOf(control)) ?? outside(increment_ms, incrementOf(control));
};

const hasDays: Check = ({ days }, { control }) => (control.days == null ? null : outside(days, control.days));

const hasRating: Check = ({ rated = true, casual = true }, wanted) => {
  if (wanted.rated) return rated ? null : "casual";
  return casual ? null : "rated";
};

const hasOpponents: Check = ({ people = true, bots = true }, wanted) => {
  if (wanted.bots && !bots) return "noBot";
  return wanted.people && !people ? "onlyBot" : null;
};

const CHECKS: readonly Check[] = [hasGame, hasSettings, hasKind, hasClock, hasDays, hasRating, hasOpponents];

function outside(bounds: Range | null | undefined, value: number): DeclineReason | null {
  if (bounds == null || isWithin(bounds, value)) return null;
  return value < (bounds.least ?? -Infinity) ? "tooFast" : "tooSlow";
}

function baseOf({ stages, base_ms }: Control): number {
  return stages?.[0]?.base_ms ?? base_ms ?? 0;
}

function incrementOf({ kind, stages, increment_ms, delay_ms, time_ms, period_ms, moves }: Control): number {
  if (stages) return stages[0]?.increment_ms ?? 0;
  if (kind === "canadian") return Math.floor((period_ms ?? 0) / (moves ?? 1));
  return increment_ms ?? delay_ms ?? time_ms ?? period_ms ?? 0;
}
