/** What can be offered to the chosen bots: the clocks and the values that they take. Pure. */

import { takesControl, takesValue, whyNotTaken } from "../../app/room/takes";
import type { BotView, CatalogueGame, SettingView } from "../../protocol";
import { canBeRated, type Choices, type Setting, botsOnSeats, chosenControl, seatsWith, valuesOf } from "./choices";

/** The bots on the other seats, each once even if it has several. */
export function chosenBots(game: CatalogueGame, choices: Choices, bots: readonly BotView[]): BotView[] {
  const names = botsOnSeats(choices, seatsWith(game, choices.settings) - 1, bots);
  return [...new Set(names)].flatMap((name) => bots.find((bot) => bot.name === name) ?? []);
}

/** The indices of the game's clocks that all these bots take. */
export function offeredClocks(game: CatalogueGame, partners: readonly BotView[]): number[] {
  return game.controls.flatMap((control, index) => (partners.every((bot) => takesControl(bot, game.id, control)) ? [index] : []));
}

/** The values of a setting that all these bots take; null: any number in its range. */
export function offeredValues(game: CatalogueGame, setting: SettingView, partners: readonly BotView[]): Setting[] | null {
  return valuesOf(setting)?.filter((value) => partners.every((bot) => takesValue(bot, game.id, setting.name, value))) ?? null;
}

/** The first of the chosen bots that does not take the chosen game; undefined: all take it, or the clock has a problem. */
export function unwilling(game: CatalogueGame, choices: Choices, bots: readonly BotView[]): BotView | undefined {
  const clock = chosenControl(game, choices);
  if (!("control" in clock)) return undefined;
  const partners = chosenBots(game, choices, bots);
  return partners.find((bot) => {
    const others = partners.some(({ name }) => name !== bot.name);
    return whyNotTaken(bot.takes ?? [], { game: game.id, settings: choices.settings, control: clock.control, people: true, bots: others, rated: choices.rated && canBeRated(game, choices) }) !== null;
  });
}

/** The choices with the nearest clock and settings that the chosen bots take, as far as there are any. */
export function acceptable(game: CatalogueGame, choices: Choices, bots: readonly BotView[]): Choices {
  if (!unwilling(game, choices, bots)) return choices;
  const partners = chosenBots(game, choices, bots);
  const clocks = offeredClocks(game, partners);
  const control = choices.control === null || clocks.includes(choices.control) ? choices.control : (clocks[0] ?? choices.control);
  const settings = Object.fromEntries(
    game.settings.map((setting) => {
      const chosen = choices.settings[setting.name] ?? setting.default;
      const values = offeredValues(game, setting, partners) ?? [chosen];
      const usual = values.includes(setting.default) ? setting.default : values[0];
      return [setting.name, values.includes(chosen) ? chosen : (usual ?? chosen)];
    }),
  );
  return { ...choices, control, settings };
}
