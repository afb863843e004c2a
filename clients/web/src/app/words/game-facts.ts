/** What is played in a room, in words: the clock, the settings that are not the usual ones, the rules. Pure. */

import type { Control, SettingView, Settings } from "../../protocol";
import type { GameTexts, Texts } from "../../texts";
import { controlName, settingName, settingValue } from "./format";

/** `views`: the settings that the game has. An automatic choice is shown by what it comes to. */
export function gameFacts(control: Control, settings: Settings, views: readonly SettingView[], gameTexts: GameTexts, t: Texts): string[] {
  const all = { ...Object.fromEntries(views.map((view) => [view.name, view.default])), ...settings };
  const facts = views.flatMap((view): string[] => {
    const [value, automatic] = [all[view.name] ?? view.default, gameTexts.automatic?.(view.name, all)];
    if ((automatic === undefined && value === view.default) || gameTexts.isVoid?.(view.name, all)) return [];
    const text = automatic ?? settingValue(view, value, gameTexts);
    return [view.name === "size" ? text : t.game.fact(settingName(view, gameTexts), text)];
  });
  return [controlName(control, t), ...facts, ...(gameTexts.rules === undefined ? [] : [gameTexts.rules])];
}
