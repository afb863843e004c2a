/** The texts about an imported game. Pure. */

import type { GameSummary } from "../../protocol";
import type { Texts } from "../../texts";
import { fileFacts } from "../room/imported";
import { dateText } from "./format";

/** Where and when the game was played, as far as the file says: `Candidates, Toronto, round 5, 9 Apr 2024`. */
export function fileParts(summary: GameSummary, t: Texts, locale: string): string[] {
  const { event, site, round, date } = fileFacts(summary);
  return [event, site, round && t.files.imported.round(round), fileDate(date, locale)].filter(Boolean);
}

/** A date of a file in the user's format. An incomplete one, such as `1911.??.??`, is reduced to its known part; other
 * texts are returned unchanged. */
export function fileDate(text: string, locale: string): string {
  const [matched, year = "", month, day] = /^(\d{4})(?:[.\-/](\d{1,2}|\?\?)(?:[.\-/](\d{1,2}|\?\?))?)?$/.exec(text) ?? [];
  if (matched === undefined) return text;
  const [knownMonth, knownDay] = [Number(month ?? NaN), Number(day ?? NaN)];
  if (Number.isNaN(knownMonth)) return year;
  const at = new Date(Number(year), knownMonth - 1, knownDay || 1);
  if (at.getMonth() !== knownMonth - 1) return text; // there is no such date
  return Number.isNaN(knownDay) ? at.toLocaleString(locale, { year: "numeric", month: "short" }) : dateText(at.getTime(), locale, false);
}
