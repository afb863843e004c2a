/** The list of finished games: what is asked of the server, and how a game ended for one player. Pure. */

import { winners } from "../../app/words/format";
import type { GameSummary } from "../../protocol";

export type Outcome = "win" | "loss" | "draw" | "none";
export type Filters = Record<string, string>;

/** Filters that do not fit into the first row. */
const EXTRA_FILTERS = ["reason", "from", "to"] as const;

/** How the game ended for this seat, as the server's filter `result` counts it: a win if nobody scored more and somebody less. */
export function outcomeFor(game: Pick<GameSummary, "scores">, seat: number): Outcome {
  if (game.scores?.[seat] === undefined) return "none";
  const won = winners(game.scores);
  if (won.length === 0) return "draw";
  return won.includes(seat) ? "win" : "loss";
}

/** The filters that the server is asked for; only who has an account has games of its own. */
export function serverFilters(filters: Filters, hasAccount: boolean): Filters {
  const { mine, ...others } = filters;
  return { state: "finished", ...others, ...(isMine(filters) && hasAccount ? { mine: mine ?? "" } : {}) };
}

export function isMine(filters: Filters): boolean {
  return filters.mine === "true";
}

/** Whether results are win and loss, of the user or of a player; else they are the sides that won. */
export function isOneSided(filters: Filters): boolean {
  return isMine(filters) || !!filters.player;
}

/** The filters with another value; a result that then has no meaning is left out. */
export function withFilter(filters: Filters, name: string, value: string): Filters {
  const next = { ...filters, [name]: value };
  return isOneSided(filters) === isOneSided(next) || next.result === "draw" ? next : { ...next, result: "" };
}

/** Whether any filter is set; `mine` alone is none, since it only says whose list this is. */
export function isFiltered(filters: Filters): boolean {
  return Object.entries(filters).some(([name, value]) => name !== "mine" && value);
}

export function usesExtraFilters(filters: Filters): boolean {
  return EXTRA_FILTERS.some((name) => filters[name]);
}
