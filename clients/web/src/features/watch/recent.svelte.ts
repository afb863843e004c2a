/** Finished games worth a replay, read over HTTP and kept for a minute. */

import { api } from "../../app/server/api";
import type { GameSummary } from "../../protocol";
import { selectReplays } from "./featured";

const KEPT_MS = 60_000;
/** Of so many newest games the best are chosen. */
const READ = "40";
const SHOWN = 8;

class RecentGames {
  games = $state.raw<GameSummary[] | null>(null);
  private readAt = -Infinity;

  /** Reads the list, unless that was done a moment ago; after a failure what was there stays. */
  async read(): Promise<void> {
    if (performance.now() - this.readAt < KEPT_MS) return;
    this.readAt = performance.now();
    try {
      const page = await api.games({ state: "finished", limit: READ });
      this.games = selectReplays(page.games, SHOWN);
    } catch {
      this.games ??= [];
    }
  }
}

export const recent = new RecentGames();
