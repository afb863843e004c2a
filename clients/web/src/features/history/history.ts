/** The list of finished games: the request to the server, and the outcome for one player. Pure. */

import { winners } from "../../app/words/format";
import type { Control, GameSummary } from "../../protocol";

export type Outcome = "win" | "loss" | "draw" | "none";
export type Filters = Record<string, string>;

/** Filters that do not fit into the first row. */
const EXTRA_FILTERS = ["reason", "speed", "control", "rated", "min_moves", "max_moves", "from", "to", "position"] as const;
/** The prefix of a setting's name, which belongs to a position. */
const SETTING = "s.";

/** The outcome for the account with this seat, as in the server's filter `result`: a win if no seat scored more and at least one
 * scored less; a loss if it has left the seat to a bot. */
export function outcomeFor(game: Pick<GameSummary, "scores"> & Partial<Pick<GameSummary, "seats">>, seat: number): Outcome {
  if (game.scores?.[seat] === undefined) return "none";
  if (game.seats?.[seat]?.left) return "loss";
  const won = winners(game.scores);
  if (won.length === 0) return "draw";
  return won.includes(seat) ? "win" : "loss";
}

/** The filters to send to the server; `mine` requires an account. */
export function serverFilters(filters: Filters, hasAccount: boolean): Filters {
  const { mine, ...others } = filters;
  return { state: "finished", ...consistent(isMine(filters) && hasAccount ? filters : others) };
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
  return isMine(filters) || !!filters.person || !!filters.player;
}

/** The filter that has the name of the other player: `opponent` in one player's games, `player` in all. */
export function nameFilter(filters: Filters): "opponent" | "player" {
  return isMine(filters) || filters.person ? "opponent" : "player";
}

/** The filters without those that the server refuses together: an opponent is that of somebody, and a position that of a
 * game. The user's games and those of another person exclude each other; the last one chosen remains. */
export function consistent(filters: Filters, chosen = ""): Filters {
  const { mine = "", person = "", player = "", opponent = "", ...others } = filters;
  const isOwn = isMine(filters) && !(chosen === "person" && person);
  const whose: Filters = isOwn ? { mine } : person ? { person } : {};
  const names: Filters = isOwn || person ? { opponent: opponent || player } : { player: player || opponent, opponent: player && opponent };
  const rest = others.game && others.position ? others : Object.fromEntries(Object.entries(others).filter(([name]) => name !== "position" && !name.startsWith(SETTING)));
  return Object.fromEntries(Object.entries({ ...rest, ...whose, ...names }).filter(([, value]) => value));
}

/** The filters with one changed; those that no longer apply are removed. */
export function withFilter(filters: Filters, name: string, value: string): Filters {
  const changed = consistent({ ...filters, [name]: value, ...(name === "game" && { position: "" }) }, name);
  return hasPlayerPerspective(filters) === hasPlayerPerspective(changed) || changed.result === "draw" ? changed : consistent({ ...changed, result: "" });
}

const seconds = (ms: number | null | undefined): string => String((ms ?? 0) / 1000);

/** A time control as in the filter `control`; null: it cannot be written so. */
export function controlFilter({ kind, base_ms, increment_ms, delay_ms, time_ms, periods, period_ms, moves, days, cap_ms, move_limit_ms }: Control): string | null {
  const base = seconds(base_ms);
  const texts: Partial<Record<Control["kind"], string>> = {
    unlimited: "unlimited",
    sudden_death: base,
    fischer: `${base}+${seconds(increment_ms)}`,
    delay: `${base}d${seconds(delay_ms)}`,
    bronstein: `${base}b${seconds(delay_ms)}`,
    per_move: `${seconds(time_ms)}/move`,
    byoyomi: `${base}+${periods}x${seconds(period_ms)}`,
    canadian: `${base}+${moves}/${seconds(period_ms)}`,
    hourglass: `${base}/hourglass`,
    correspondence: `${days}days`,
  };
  const text = texts[kind];
  if (text === undefined) return null;
  return `${text}${cap_ms == null ? "" : `,cap${seconds(cap_ms)}`}${move_limit_ms == null ? "" : `,max${seconds(move_limit_ms)}`}`;
}

/** Whether any filter is set other than `mine` and `person`, which only select the list. */
export function isFiltered(filters: Filters): boolean {
  return Object.entries(filters).some(([name, value]) => name !== "mine" && name !== "person" && value);
}

export function usesExtraFilters(filters: Filters): boolean {
  return EXTRA_FILTERS.some((name) => filters[name]);
}
