/** Finished games worth a replay, fetched over HTTP and cached for a minute. */

import { api } from "../../app/server/api";
import type { GameSummary } from "../../protocol";
import { selectReplays } from "./featured";

const CACHE_MS = 60_000;
/** The number of newest games from which the best are chosen. */
const FETCHED = "40";
const MAX_SHOWN = 8;

class RecentGames {
  games = $state.raw<GameSummary[] | null>(null);
  private readAt = -Infinity;

  /** Fetches the list, unless it was fetched recently; a failure leaves it unchanged. */
  async read(): Promise<void> {
    if (performance.now() - this.readAt < CACHE_MS) return;
    this.readAt = performance.now();
    try {
      const page = await api.games({ state: "finished", limit: FETCHED });
      this.games = selectReplays(page.games, MAX_SHOWN);
    } catch {
      this.games ??= [];
    }
  }
}

export const recent = new RecentGames();
