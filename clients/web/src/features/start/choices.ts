/** The choices in the dialog for a new game, and the request that they result in. Pure. */

import type { BotView, CatalogueGame, Control, GameSummary, NewGame, SettingView, Settings, SeatRequest, Setup } from "../../protocol";
import type { GameTexts } from "../../texts";
import { type ClockForm, type Problem, clockForm, controlOf } from "./custom-control";
import { maxSeats } from "../../app/room/lobby";
import type { StartPosition } from "./start-from";

export type Opponent = "bot" | "seat" | "link";

export interface Choices {
  opponent: Opponent;
  bot: string | null;
  /** The bots on the seats after that of `bot`, in order; null or missing: a person's seat. */
  more: (string | null)[];
  /** Null: full strength. */
  level: number | null;
  /** The levels of the bots in `more`; missing: the first bot's level, capped to theirs. */
  levels: (number | null)[];
  /** How people join the seats without bots. */
  guests: Exclude<Opponent, "bot">;
  /** An index into the game's controls; null: a custom one. */
  control: number | null;
  custom: ClockForm;
  /** The time limit of a first move (ms); null: the default. */
  firstMove: number | null;
  /** Null: random. */
  side: number | null;
  settings: Settings;
  /** The start position, in the notation of the game; empty: the default one. */
  position: string;
  /** Whether the result shall change the players' ratings, if such a game can be rated. */
  rated: boolean;
  /** Whether a bot takes the seat of a person who leaves, where that is possible. */
  botsFill: boolean;
}

/** The value of a setting. */
export type Setting = string | number | boolean;

/** The default choices: a free bot, preferably a house bot but no textbook one, at a medium level, and the game's first clock. */
export function defaultChoices(game: CatalogueGame, bots: readonly BotView[]): Choices {
  const rank = ({ busy = false, house = false, lesson }: BotView): number => 4 * Number(busy) + 2 * Number(lesson != null) - Number(house);
  const [bot, ...more] = bots.toSorted((a, b) => rank(a) - rank(b));
  return {
    opponent: "bot",
    bot: bot?.name ?? null,
    more: filledWith(bot, more.map(({ name }) => name), maxSeats(game) - 2),
    level: bot?.levels ? Math.ceil(bot.levels / 2) : null,
    levels: [],
    guests: "seat",
    control: 0,
    custom: clockForm(),
    firstMove: null,
    side: 0,
    settings: Object.fromEntries(game.settings.map((setting) => [setting.name, setting.default])),
    position: "",
    rated: false,
    botsFill: true,
  };
}

/** Whether the server rates such a game: standard settings, a clock, and the usual start. The players must also be bots or
 * keep their names. */
export function canBeRated(game: CatalogueGame, choices: Choices, start: StartPosition | null = null): boolean {
  const clock = chosenControl(game, choices);
  const isStandard = game.settings.every(({ name, default: value }) => (choices.settings[name] ?? value) === value);
  return isStandard && !start && !choices.position.trim() && "control" in clock && (clock.control.kind !== "unlimited" || clock.control.move_limit_ms != null);
}

/** Whether bots can take the seats of people who leave: in an unrated game of three or more seats with another person. */
export function canBeFilled(game: CatalogueGame, choices: Choices, bots: readonly BotView[], start: StartPosition | null = null): boolean {
  const seats = seatsWith(game, choices.settings);
  return seats > 2 && botsOnSeats(choices, seats - 1, bots).includes(null) && !(choices.rated && canBeRated(game, choices, start));
}

/** The choices with another opponent. For an open seat the side is random unless the user has chosen it, so that two players
 * who wait for an opponent can be paired. `initialSide`: the side with which the dialog opened. */
export function withOpponent(choices: Choices, opponent: Opponent, initialSide: number | null, isSideChosen = false): Choices {
  const side = isSideChosen ? choices.side : opponent === "seat" ? null : initialSide;
  return { ...choices, opponent, side };
}

/** The choices for a game from a position: with the settings of its game, and the side to move. */
export function startingFrom(choices: Choices, { settings, turn }: StartPosition): Choices {
  return { ...choices, settings: { ...choices.settings, ...settings }, side: turn ?? choices.side };
}

/** These bots, filled up to `count` with `bot`, if it can have several seats. */
export function filledWith(bot: BotView | undefined, names: readonly string[], count: number): string[] {
  const repeats = bot?.several_seats ? Math.max(0, count - names.length) : 0;
  return [...names, ...Array.from({ length: repeats }, () => bot?.name ?? "")];
}

/** The values of a setting: its list, or the numbers of a short range; null: any number in its range. */
export function valuesOf(setting: SettingView): Setting[] | null {
  if (setting.choices) return inOrder(setting.choices);
  if (typeof setting.default === "boolean") return [true, false];
  const { least, most } = setting;
  if (least == null || most == null || most - least > 8) return null;
  return Array.from({ length: most - least + 1 }, (_, index) => least + index);
}

/** The values of a number setting that have names, the default first. */
export function namedNumbers(setting: SettingView, { settings }: GameTexts): { value: Setting; text: string }[] {
  const prefix = `${setting.name} `;
  const named = Object.entries(settings).flatMap(([key, text]) => (key.startsWith(prefix) ? [{ value: Number(key.slice(prefix.length)), text }] : []));
  return named.toSorted((a, b) => Number(b.value === setting.default) - Number(a.value === setting.default));
}

/** Numbers in ascending order; texts in the server's order, the default first. */
function inOrder(choices: Setting[]): Setting[] {
  return choices.every((value) => typeof value === "number") ? choices.toSorted((a, b) => Number(a) - Number(b)) : choices;
}

/** The settings with more than one value that apply with the chosen ones. */
export function selectable(settings: readonly SettingView[], chosen: Settings = {}, isVoid: GameTexts["isVoid"] = () => false): SettingView[] {
  return settings.filter((setting) => valuesOf(setting)?.length !== 1 && !isVoid(setting.name, chosen));
}

/** The number of seats of the game with these settings. */
export function seatsWith(game: CatalogueGame, settings: Settings): number {
  return game.seat_counts?.find(({ setting, value }) => settings[setting] === value)?.seats ?? game.seats;
}

/** The bots on the other seats, null for a person's. A bot gets a second seat only if it can have several. */
export function botsOnSeats({ opponent, bot, more }: Choices, others: number, bots: readonly BotView[] = []): (string | null)[] {
  if (opponent !== "bot") return Array.from({ length: others }, () => null);
  const names = [bot, ...more];
  return Array.from({ length: others }, (_, index) => {
    const name = names[index] ?? null;
    const isAvailable = names.indexOf(name) === index || bots.some((one) => one.name === name && one.several_seats);
    return isAvailable ? name : null;
  });
}

/** The chosen time control, or the problem of a custom one. */
export function chosenControl(game: CatalogueGame, { control, custom }: Choices): { control: Control } | { problem: Problem } {
  return control === null ? controlOf(custom) : { control: game.controls[control] ?? { kind: "unlimited" } };
}

/** The request for these choices. `random`: a number in [0, 1) for a random side; `start`: the position of another game to
 * start from. Throws RangeError if the clock has a problem. */
export function request(game: CatalogueGame, choices: Choices, random: number, bots: readonly BotView[] = [], start: StartPosition | null = null): NewGame {
  const count = seatsWith(game, choices.settings);
  const chosen = choices.side !== null && choices.side < count ? choices.side : null;
  const ownSeat = chosen ?? Math.floor(random * count);
  const names = botsOnSeats(choices, count - 1, bots);
  const others = names.map((name, index): SeatRequest => {
    return name === null ? { kind: "open" } : { kind: "bot", name, level: levelOn(index, name, choices, bots) };
  });
  const seats: SeatRequest[] = [...others.slice(0, ownSeat), { kind: "me" }, ...others.slice(ownSeat)];
  const changed = game.settings.filter((setting) => choices.settings[setting.name] !== setting.default);
  const settings = Object.fromEntries(changed.map(({ name }) => [name, choices.settings[name] as Setting]));
  const chosenClock = chosenControl(game, choices);
  if ("problem" in chosenClock) throw new RangeError(`the clock's ${chosenClock.problem.field} is wrong`);
  const guests = choices.opponent === "bot" && names.includes(null) ? choices.guests : choices.opponent;
  return { game_type: game.id, control: chosenClock.control, seats, settings, listed: guests !== "link", ...setupOf(game, choices, bots, start) };
}

/** The parts of the chosen setup that differ from the default. */
function setupOf(game: CatalogueGame, choices: Choices, bots: readonly BotView[], start: StartPosition | null): Pick<NewGame, "setup"> {
  const position = start ? start.position : choices.position.trim();
  const moves = start?.moves ?? [];
  const first = choices.firstMove !== null && choosesFirstMove(game, choices, bots) ? { first_move_ms: choices.firstMove } : {};
  const rated = choices.rated && canBeRated(game, choices, start);
  const fills = choices.botsFill && canBeFilled(game, choices, bots, start);
  const setup = { ...first, ...(rated && { rated }), ...(fills && { bots_fill: true }), ...(position && { position }), ...(moves.length > 0 && { moves: [...moves] }) };
  return Object.keys(setup).length > 0 ? { setup } : {};
}

/** Whether the time limit of first moves matters: in a timed game with another person. */
export function choosesFirstMove(game: CatalogueGame, choices: Choices, bots: readonly BotView[]): boolean {
  const clock = chosenControl(game, choices);
  const isTimed = "control" in clock && clock.control.kind !== "unlimited" && clock.control.kind !== "correspondence";
  return isTimed && botsOnSeats(choices, seatsWith(game, choices.settings) - 1, bots).includes(null);
}

/** The request for another game like this one, with the viewer and the bots on the same seats; other seats are open.
 * `setup`: the setup of the room. */
export function repeatRequest({ game_type, control, settings, seats }: GameSummary, you: number, setup?: Setup): NewGame {
  const requests = seats.map(({ player }, seat): SeatRequest => {
    if (seat === you) return { kind: "me" };
    return player?.bot ? { kind: "bot", name: player.name, level: player.level ?? null } : { kind: "open" };
  });
  const { position, moves = [] } = setup ?? {};
  const isStandardGame = position == null && moves.length === 0;
  const repeated = { ...(setup?.bots_fill && { bots_fill: true }), ...(!isStandardGame && { position: position ?? null, moves }) };
  return { game_type, control, seats: requests, settings, listed: false, ...(Object.keys(repeated).length > 0 && { setup: repeated }) };
}

/** The level of the bot on one of the other seats: its own, else the first bot's, capped to its levels; null: full strength. */
export function levelOn(index: number, name: string, { bot, level, levels }: Choices, bots: readonly BotView[]): number | null {
  const own = index === 0 ? level : levels[index - 1];
  const chosen = own === undefined ? level : own;
  if (chosen === null || (name === bot && index === 0)) return chosen;
  return Math.min(chosen, bots.find((other) => other.name === name)?.levels ?? (name === bot ? chosen : 0)) || null;
}
