/** What a bot takes, in words. Pure. */

import type { CatalogueGame, Range, Takes } from "../../protocol";
import type { GameTexts, Language, Texts } from "../../texts";
import type { TakesTexts } from "../../texts/takes/en";
import { duration } from "./control-sentence";
import { settingName, settingValue } from "./format";
import { takesTexts } from "./takes-texts";

export interface Words {
  t: Texts;
  language: Language;
  games: readonly CatalogueGame[];
  gameTexts: (game: string) => GameTexts;
}

/** The kinds of clocks without a time at the start. */
const WITHOUT_BASE: readonly string[] = ["per_move", "correspondence", "unlimited"];

/** `Takes 1 minute to 10 minutes on the clock, no other bots`; empty: it has not said what it takes. */
export function takesText(takes: readonly Takes[], words: Words): string {
  if (takes.length === 0) return "";
  const texts = takesTexts[words.language];
  return texts.title(takes.map((entry) => entryText(entry, words)).join(texts.or));
}

/** The same for the sheet: empty if the bot takes all games. */
export function limitsText(takes: readonly Takes[], words: Words): string {
  return takes.some((entry) => Object.keys(entry).length === 0) ? "" : takesText(takes, words);
}

function entryText(entry: Takes, words: Words): string {
  const { t, language } = words;
  const texts = takesTexts[language];
  const { clocks } = t;
  const parts = [
    ...Object.keys(entry.games ?? {}).map((game) => gameText(game, entry, words)),
    ...namedKinds(entry, Object.keys(clocks.kinds)).map((kind) => clocks.kinds[kind] ?? kind),
    ...ranged(entry.base_ms, (ms) => duration(ms, t), texts.clock, texts),
    ...ranged(entry.increment_ms, (ms) => duration(ms, t), texts.increment, texts),
    ...ranged(entry.days, String, texts.days, texts),
    ...(entry.casual === false ? [texts.rated] : []),
    ...(entry.rated === false ? [texts.casual] : []),
    ...(entry.bots === false ? [texts.noBot] : []),
    ...(entry.people === false ? [texts.onlyBot] : []),
  ];
  return parts.length === 0 ? texts.any : parts.join(clocks.comma);
}

/** The kinds of clocks that have to be named: not all those with a time at the start, if the words say how much that is. */
function namedKinds({ kinds = [], base_ms }: Takes, known: readonly string[]): NonNullable<Takes["kinds"]> {
  const timed = known.filter((kind) => !WITHOUT_BASE.includes(kind));
  const isPlain = base_ms != null && kinds.length === timed.length && timed.every((kind) => kinds.some((one) => one === kind));
  return isPlain ? [] : kinds;
}

/** `My game (size: 15 × 15, 19 × 19)`. */
function gameText(id: string, entry: Takes, { t, language, games, gameTexts }: Words): string {
  const game = games.find((one) => one.id === id);
  const settings = Object.entries(entry.games?.[id] ?? {}).flatMap(([name, allowed]) => {
    const setting = game?.settings.find((one) => one.name === name);
    if (!setting) return [];
    const value = (one: string | number | boolean): string => settingValue(setting, one, gameTexts(id));
    const values = Array.isArray(allowed) ? [allowed.map(value).join(t.clocks.comma)] : ranged(allowed, value, (range) => range, takesTexts[language]);
    return values.map((text) => `${settingName(setting, gameTexts(id))}: ${text}`);
  });
  const name = game?.names[language] ?? id;
  return settings.length === 0 ? name : `${name} (${settings.join(t.clocks.comma)})`;
}

/** The range in words, if it has a bound. */
function ranged(range: Range | null | undefined, bound: (value: number) => string, text: (range: string) => string, texts: TakesTexts): string[] {
  const { least, most } = range ?? {};
  if (least != null && most != null) return [text(least === most ? bound(least) : texts.range(bound(least), bound(most)))];
  if (least != null) return [text(texts.least(bound(least)))];
  return most != null ? [text(texts.most(bound(most)))] : [];
}
