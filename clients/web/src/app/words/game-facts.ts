/** A short description of a game: its clock, whether it is rated, the settings that differ from the defaults, and its rules. Pure. */

import type { Control, SettingView, Settings } from "../../protocol";
import type { GameTexts, Texts } from "../../texts";
import { controlName, settingName, settingValue } from "./format";

/** `control` null: the game has no clocks, and nothing is said about them; `views`: the settings of the game. An automatic choice is shown as its value. */
export function gameFacts(control: Control | null, settings: Settings, views: readonly SettingView[], gameTexts: GameTexts, t: Texts, rated = false): string[] {
  const all = { ...Object.fromEntries(views.map((view) => [view.name, view.default])), ...settings };
  const facts = views.flatMap((view): string[] => {
    const [value, automatic] = [all[view.name] ?? view.default, gameTexts.automatic?.(view.name, all)];
    if ((automatic === undefined && value === view.default) || gameTexts.isVoid?.(view.name, all)) return [];
    const text = automatic ?? settingValue(view, value, gameTexts);
    return [view.name === "size" ? text : t.game.fact(settingName(view, gameTexts), text)];
  });
  return [...(control ? [controlName(control, t)] : []), ...(rated ? [t.game.rated] : []), ...facts, ...(gameTexts.rules === undefined ? [] : [gameTexts.rules])];
}

/** The settings with what the start of the game says of them, where it was drawn; `start`: that, of a game that has begun. */
export function withStart(settings: Settings, views: readonly SettingView[], start: Settings = {}): Settings {
  const isChosen = (name: string): boolean => settings[name] !== undefined && views.some((view) => view.name === name && view.default !== settings[name]);
  return { ...settings, ...Object.fromEntries(Object.entries(start).filter(([name]) => isChosen(name))) };
}
