/** The choices in the dialog for a new game, and the request made from them. Pure. */

import type { BotView, CatalogueGame, Control, GameSummary, NewGame, SettingView, Settings, SeatRequest } from "../protocol";
import { type ClockForm, type Problem, clockForm, controlOf } from "./custom-control";

export type Opponent = "bot" | "seat" | "link";

export interface Choices {
  opponent: Opponent;
  bot: string | null;
  /** The bots on the further seats after `bot`, in order; null or missing: an open seat. */
  more: (string | null)[];
  /** Null: full strength. */
  level: number | null;
  /** An index into the game's controls; null: a custom one. */
  control: number | null;
  custom: ClockForm;
  /** Null: at random. */
  side: number | null;
  settings: Settings;
}

type Setting = string | number | boolean;

/** The choices of somebody who has made none here: a free bot, the server's own if possible, of medium
 * strength, and the game's first clock. */
export function defaultChoices(game: CatalogueGame, bots: readonly BotView[]): Choices {
  const rank = ({ busy = false, house = false }: BotView): number => 2 * Number(busy) - Number(house);
  const [bot, ...more] = bots.toSorted((a, b) => rank(a) - rank(b));
  return {
    opponent: "bot",
    bot: bot?.name ?? null,
    more: more.map(({ name }) => name),
    level: bot?.levels ? Math.ceil(bot.levels / 2) : null,
    control: 0,
    custom: clockForm(),
    side: 0,
    settings: Object.fromEntries(game.settings.map((setting) => [setting.name, setting.default])),
  };
}

/** The values a setting can have: its own list, or the numbers of a short range. */
export function valuesOf(setting: SettingView): Setting[] | null {
  if (setting.choices) return inOrder(setting.choices);
  if (typeof setting.default === "boolean") return [true, false];
  const { least, most } = setting;
  if (least == null || most == null || most - least > 8) return null;
  return Array.from({ length: most - least + 1 }, (_, index) => least + index);
}

/** Numbers in ascending order; texts in the server's order, the default first. */
function inOrder(choices: Setting[]): Setting[] {
  return choices.every((value) => typeof value === "number") ? choices.toSorted((a, b) => Number(a) - Number(b)) : choices;
}

/** The settings with more than one value. */
export function selectable(settings: readonly SettingView[]): SettingView[] {
  return settings.filter((setting) => valuesOf(setting)?.length !== 1);
}

/** How many seats the game has with these settings. */
export function seatsWith(game: CatalogueGame, settings: Settings): number {
  return game.seat_counts?.find(({ setting, value }) => settings[setting] === value)?.seats ?? game.seats;
}

/** The most seats that any setting gives the game. */
export function mostSeats(game: CatalogueGame): number {
  return Math.max(game.seats, ...(game.seat_counts ?? []).map(({ seats }) => seats));
}

/** The bots on the other seats, null for an open one: no bot gets two seats. */
export function botsOnSeats({ opponent, bot, more }: Choices, others: number): (string | null)[] {
  if (opponent !== "bot") return Array.from({ length: others }, () => null);
  const wanted = [bot, ...more];
  return Array.from({ length: others }, (_, index) => {
    const name = wanted[index] ?? null;
    return wanted.indexOf(name) === index ? name : null;
  });
}

/** The chosen time control, or what is wrong with a custom one. */
export function chosenControl(game: CatalogueGame, { control, custom }: Choices): { control: Control } | { problem: Problem } {
  return control === null ? controlOf(custom) : { control: game.controls[control] ?? { kind: "unlimited" } };
}

/** The request, without anything that `chosenControl` finds wrong; `random` is a number in [0, 1) for a side chosen at random. */
export function request(game: CatalogueGame, choices: Choices, random: number, bots: readonly BotView[] = []): NewGame {
  const count = seatsWith(game, choices.settings);
  const chosen = choices.side !== null && choices.side < count ? choices.side : null;
  const ownSeat = chosen ?? Math.floor(random * count);
  const others = botsOnSeats(choices, count - 1).map((name): SeatRequest => {
    return name === null ? { kind: "open" } : { kind: "bot", name, level: levelOf(name, choices, bots) };
  });
  const seats: SeatRequest[] = [...others.slice(0, ownSeat), { kind: "me" }, ...others.slice(ownSeat)];
  const changed = game.settings.filter((setting) => choices.settings[setting.name] !== setting.default);
  const settings = Object.fromEntries(changed.map(({ name }) => [name, choices.settings[name] as Setting]));
  const chosenClock = chosenControl(game, choices);
  if ("problem" in chosenClock) throw new RangeError(`the clock's ${chosenClock.problem.field} is wrong`);
  return { game_type: game.id, control: chosenClock.control, seats, settings, listed: choices.opponent !== "link" };
}

/** The request for the game of a room once more, with the viewer and the bots on the same seats; the other seats are open. */
export function sameGame({ game_type, control, settings, seats }: GameSummary, you: number): NewGame {
  const wanted = seats.map(({ player }, seat): SeatRequest => {
    if (seat === you) return { kind: "me" };
    return player?.bot ? { kind: "bot", name: player.name, level: player.level ?? null } : { kind: "open" };
  });
  return { game_type, control, seats: wanted, settings, listed: false };
}

/** The chosen level, which is the first bot's, or the highest of a bot that has fewer levels; null: full strength. */
function levelOf(name: string, { bot, level }: Choices, bots: readonly BotView[]): number | null {
  if (name === bot || level === null) return level;
  return Math.min(level, bots.find((other) => other.name === name)?.levels ?? 0) || null;
}
