/** The list of finished games: the request to the server, and the outcome for one player. Pure. */

import { winners } from "../../app/words/format";
import type { GameSummary } from "../../protocol";

export type Outcome = "win" | "loss" | "draw" | "none";
export type Filters = Record<string, string>;

/** Filters that do not fit into the first row. */
const EXTRA_FILTERS = ["reason", "from", "to"] as const;

/** The outcome for this seat, as in the server's filter `result`: a win if no seat scored more and at least one scored less. */
export function outcomeFor(game: Pick<GameSummary, "scores">, seat: number): Outcome {
  if (game.scores?.[seat] === undefined) return "none";
  const won = winners(game.scores);
  if (won.length === 0) return "draw";
  return won.includes(seat) ? "win" : "loss";
}

/** The filters to send to the server; `mine` requires an account. */
export function serverFilters(filters: Filters, hasAccount: boolean): Filters {
  const { mine, ...others } = filters;
  return { state: "finished", ...others, ...(isMine(filters) && hasAccount ? { mine: mine ?? "" } : {}) };
}

/** The filters of a download of all these games. */
export function exportFilters({ state, ...others }: Filters): Filters {
  return others;
}

export function isMine(filters: Filters): boolean {
  return filters.mine === "true";
}

/** Whether results are the wins and losses of one player, the user or the one in the filter, and not the side that won. */
export function hasPlayerPerspective(filters: Filters): boolean {
  return isMine(filters) || !!filters.player;
}

/** The filters with one changed; a result that no longer applies is removed. */
export function withFilter(filters: Filters, name: string, value: string): Filters {
  const next = { ...filters, [name]: value };
  return hasPlayerPerspective(filters) === hasPlayerPerspective(next) || next.result === "draw" ? next : { ...next, result: "" };
}

/** Whether any filter is set other than `mine`, which only selects the list. */
export function isFiltered(filters: Filters): boolean {
  return Object.entries(filters).some(([name, value]) => name !== "mine" && value);
}

export function usesExtraFilters(filters: Filters): boolean {
  return EXTRA_FILTERS.some((name) => filters[name]);
}
