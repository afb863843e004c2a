/** Repeats a request that could not be answered, with growing pauses, until the server can be reached again. */

import { type ApiError, api } from "./api";

const INITIAL_WAIT_MS = 1000;
const MAX_WAIT_MS = 15_000;
/** After this time without a failure the pauses are short again. */
const RESET_AFTER_MS = 60_000;

let waitMs = INITIAL_WAIT_MS;
let lastFailureAt = -Infinity;

/** Codes of failures that may pass without the user: the server, or a proxy's way to it, is down, or too many of the user's
 * network ask at once. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set(["unreachable", "too_many_requests", "busy", "retry", "not_read"]);

export function isTransient({ code }: Pick<ApiError, "code">): boolean {
  return TRANSIENT_CODES.has(code);
}

/** Calls `again` once: after a pause, when the browser reports a network, or when a hidden page is shown. The pause
 * is lengthened at random, so that not all pages come at once. Returns what cancels it. */
export function retryLater(retry: () => void): () => void {
  const now = performance.now();
  if (now - lastFailureAt > RESET_AFTER_MS) waitMs = INITIAL_WAIT_MS;
  lastFailureAt = now;
  const timer = setTimeout(runIfShown, waitMs * (1 + Math.random()));
  waitMs = Math.min(2 * waitMs, MAX_WAIT_MS);
  addEventListener("online", run);
  document.addEventListener("visibilitychange", runIfShown);
  return cancel;

  function run(): void {
    cancel();
    retry();
  }

  function runIfShown(): void {
    if (!document.hidden) run();
  }

  function cancel(): void {
    clearTimeout(timer);
    removeEventListener("online", run);
    document.removeEventListener("visibilitychange", runIfShown);
  }
}

/** A newer page has other files, and some browsers do not ask again for one that failed: once the server can be reached,
 * the page is loaded anew. */
export async function reloadPage(): Promise<void> {
  await api.catalogue().then(() => location.reload(), () => retryLater(() => void reloadPage()));
}
