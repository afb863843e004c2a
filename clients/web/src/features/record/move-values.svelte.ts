/** The exact values of the moves in the position shown of a finished game, fetched on demand. */

import { untrack } from "svelte";

import { store, stored } from "../../app/browser/storage";
import { ApiError, api } from "../../app/server/api";
import { isTransient, retryLater } from "../../app/server/retry";
import type * as p from "../../protocol";

const ON = "exact-values";
/** A delay, so that stepping quickly through a game does not fetch the values of every position. */
const DELAY_MS = 150;

export class MoveValues {
  on = $state(stored(ON) === "yes");
  failure = $state.raw<ApiError | null>(null);
  /** The values fetched so far, by ply. */
  private found = $state.raw<ReadonlyMap<number, p.MoveValues>>(new Map());
  /** The number of retries; a new one repeats the fetch. */
  private attempt = $state(0);

  /** Must be created while a component is initialised. `ply`: that of the position shown; null: it has no values. */
  constructor(
    private readonly game: string,
    private readonly ply: () => number | null,
  ) {
    $effect(() => {
      const ply = this.ply();
      void this.attempt;
      if (!this.on || ply === null || untrack(() => this.found.has(ply))) return;
      const abort = new AbortController();
      const timer = setTimeout(() => void this.fetch(ply, abort.signal), DELAY_MS);
      return () => (clearTimeout(timer), abort.abort());
    });
    $effect(() => (this.failure && isTransient(this.failure) ? retryLater(() => this.retry()) : undefined));
  }

  /** Whether values are available, so that the user can switch them on. */
  readonly offered = $derived.by(() => this.ply() !== null);
  readonly shown = $derived.by(() => (this.on && this.offered ? (this.found.get(this.ply() ?? -1) ?? null) : null));

  toggle(): void {
    this.on = !this.on;
    store(ON, this.on ? "yes" : "no");
  }

  retry(): void {
    this.failure = null;
    this.attempt += 1;
  }

  private async fetch(ply: number, signal: AbortSignal): Promise<void> {
    this.failure = null;
    try {
      const values = await api.values(this.game, ply, signal);
      this.found = new Map(this.found).set(ply, values);
    } catch (error) {
      if (!signal.aborted) this.failure = error instanceof ApiError ? error : new ApiError("http", String(error));
    }
  }
}
