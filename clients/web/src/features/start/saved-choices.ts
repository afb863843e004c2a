/** Serialises the choices for a new game, so that the browser can store them for the next one. Pure. */

import { FIRST_MOVES } from "../../app/words/control-sentence";
import type { BotView, CatalogueGame, Control, SettingView, Settings } from "../../protocol";
import { type Choices, type Opponent, chosenControl, defaultChoices, seatsWith, valuesOf } from "./choices";
import { clockForm, controlOf, isSameControl } from "./custom-control";

const OPPONENTS: readonly Opponent[] = ["bot", "seat", "link"];

type Stored = Record<string, unknown>;

/** The choices as text. The control is stored in full, because a game's list of controls may change. */
export function choicesText(game: CatalogueGame, choices: Choices): string {
  const chosen = chosenControl(game, choices);
  const { opponent, bot, more, level, levels, guests, firstMove, side, settings, position, rated, botsFill } = choices;
  return JSON.stringify({ opponent, bot, more, level, levels, guests, firstMove, side, settings, position, rated, botsFill, control: "control" in chosen ? chosen.control : null });
}

/** The initial choices of the dialog: the stored ones, if they are still possible, else the defaults. `kept`: whether the
 * user keeps a name, without which no game is rated. */
export function restoredChoices(game: CatalogueGame, bots: readonly BotView[], text: string | null, kept = false): Choices {
  const defaults = defaultChoices(game, bots);
  const stored = parsed(text);
  if (!stored) return defaults;
  const settings = restoredSettings(game.settings, stored.settings, defaults.settings);
  return {
    ...defaults,
    ...restoredBot(defaults, bots, stored),
    ...restoredClock(game, stored.control, defaults),
    opponent: OPPONENTS.find((opponent) => opponent === stored.opponent) ?? defaults.opponent,
    firstMove: FIRST_MOVES.find((ms) => ms === stored.firstMove) ?? defaults.firstMove,
    guests: stored.guests === "link" ? "link" : defaults.guests,
    side: stored.side === null || isBetween(stored.side, 0, seatsWith(game, settings) - 1) ? stored.side : defaults.side,
    settings,
    position: typeof stored.position === "string" ? stored.position : defaults.position,
    rated: kept && stored.rated === true,
    botsFill: stored.botsFill !== false,
  };
}

function parsed(text: string | null): Stored | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return typeof value === "object" ? (value as Stored | null) : null;
  } catch {
    return null;
  }
}

function isBetween(value: unknown, min: number, max: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
}

/** The stored bot, if it is online and has time for a game, with its level and the other bots. */
function restoredBot(defaults: Choices, bots: readonly BotView[], { bot, level, more, levels }: Stored): Pick<Choices, "bot" | "level" | "more" | "levels"> {
  const found = bots.find(({ name, busy }) => name === bot && !busy);
  if (!found) return defaults;
  const isLevelValid = level === null || isBetween(level, 1, found.levels ?? 0);
  const others = Array.isArray(more) ? more.map((name: unknown) => bots.find((other) => other.name === name)?.name ?? null) : defaults.more;
  const otherLevels = Array.isArray(levels) ? levels.map((one: unknown) => (isBetween(one, 1, 10) ? one : null)) : defaults.levels;
  return { bot: found.name, level: isLevelValid ? level : withBot(defaults, bots, found.name).level, more: others, levels: otherLevels };
}

function restoredClock(game: CatalogueGame, stored: unknown, defaults: Choices): Pick<Choices, "control" | "custom"> {
  if (typeof stored !== "object" || !stored) return defaults;
  const control = game.controls.findIndex((listed) => isSameControl(listed, stored as Control));
  if (control >= 0) return { control, custom: defaults.custom };
  try {
    const custom = clockForm(stored as Control);
    return "control" in controlOf(custom) ? { control: null, custom } : defaults;
  } catch {
    return defaults; // a kind from a newer page, or not a control
  }
}

function restoredSettings(views: readonly SettingView[], stored: unknown, defaults: Settings): Settings {
  const values = typeof stored === "object" && stored ? (stored as Settings) : {};
  const possible = (view: SettingView): boolean => {
    const value = values[view.name];
    return valuesOf(view)?.some((one) => one === value) ?? isBetween(value, view.least ?? -Infinity, view.most ?? Infinity);
  };
  return Object.fromEntries(views.map((view) => [view.name, (possible(view) ? values : defaults)[view.name]!]));
}

/** The choices against this bot, at a medium level unless it was already chosen. */
export function withBot(choices: Choices, bots: readonly BotView[], name: string): Choices {
  if (choices.bot === name) return { ...choices, opponent: "bot" };
  const levels = bots.find((bot) => bot.name === name)?.levels ?? 0;
  const more = choices.more.map((other) => (other === name ? choices.bot : other));
  return { ...choices, opponent: "bot", bot: name, level: levels > 0 ? Math.ceil(levels / 2) : null, more };
}
