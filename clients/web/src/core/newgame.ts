/** What the sheet for a new game offers, and the request that its choices make. Pure. */

import type { BotView, CatalogueGame, Control, NewGame, SettingView, Settings, SeatRequest } from "../protocol";

export type Opponent = "bot" | "seat" | "link";

export interface Choices {
  opponent: Opponent;
  bot: string | null;
  /** Null: full strength. */
  level: number | null;
  /** Which of the game's controls. */
  control: number;
  /** Null: at random. */
  side: number | null;
  settings: Settings;
}

type Setting = string | number | boolean;

/** What is chosen when the sheet opens: a free bot of medium strength, the game's first clock. */
export function defaultChoices(game: CatalogueGame, bots: readonly BotView[]): Choices {
  const bot = bots.find(({ busy }) => !busy) ?? bots[0];
  return {
    opponent: "bot",
    bot: bot?.name ?? null,
    level: bot?.levels ? Math.ceil(bot.levels / 2) : null,
    control: 0,
    side: 0,
    settings: Object.fromEntries(game.settings.map((setting) => [setting.name, setting.default])),
  };
}

/** The values a setting can have: its own list, or the numbers of a short range. */
export function valuesOf(setting: SettingView): Setting[] | null {
  if (setting.choices) return setting.choices;
  if (typeof setting.default === "boolean") return [true, false];
  const { least, most } = setting;
  if (least == null || most == null || most - least > 8) return null;
  return Array.from({ length: most - least + 1 }, (_, index) => least + index);
}

/** The settings with more than one value. */
export function selectable(settings: readonly SettingView[]): SettingView[] {
  return settings.filter((setting) => valuesOf(setting)?.length !== 1);
}

/** The request; `random` is a number in [0, 1) for a side chosen at random. */
export function request(game: CatalogueGame, choices: Choices, random: number): NewGame {
  const mine = choices.side ?? Math.floor(random * game.seats);
  const other: SeatRequest =
    choices.opponent === "bot"
      ? { kind: "bot", name: choices.bot, level: choices.level }
      : { kind: "open" };
  const seats = Array.from({ length: game.seats }, (_, seat): SeatRequest => (seat === mine ? { kind: "me" } : other));
  const changed = game.settings.filter((setting) => choices.settings[setting.name] !== setting.default);
  const settings = Object.fromEntries(changed.map(({ name }) => [name, choices.settings[name] as Setting]));
  const control: Control = game.controls[choices.control] ?? { kind: "unlimited" };
  return { game_type: game.id, control, seats, settings, listed: choices.opponent !== "link" };
}
