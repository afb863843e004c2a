/** Retries failed requests with exponential backoff until the server can be reached again. */

import { type ApiError, api } from "./api";

const INITIAL_WAIT_MS = 1000;
const MAX_WAIT_MS = 15_000;
/** After this time without a failure the backoff starts from the beginning. */
const RESET_AFTER_MS = 60_000;

let waitMs = INITIAL_WAIT_MS;
let lastFailureAt = -Infinity;

/** Codes of transient failures: the server, or the proxy's connection to it, is down, or the user's network sends too many
 * requests. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set(["unreachable", "too_many_requests", "busy", "retry", "not_read"]);

export function isTransient({ code }: Pick<ApiError, "code">): boolean {
  return TRANSIENT_CODES.has(code);
}

/** Calls `retry` once: after a pause, when the browser reports a network, or when a hidden page is shown. The pause
 * has random jitter, so that pages do not retry at the same time. Returns a function that cancels the retry. */
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

/** Reloads the page once the server can be reached: a newer build has other file names, and some browsers do not request a
 * failed module again. */
export async function reloadPage(): Promise<void> {
  await api.catalogue().then(() => location.reload(), () => retryLater(() => void reloadPage()));
}
