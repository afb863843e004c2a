/** Debounces the status of a connection: a short loss is not shown to the user. */

import { type Status, isLost } from "./socket";

/** The time that a page needs to move to another node of the server. A shorter delay would cause flicker. */
export const UNNOTICED_MS = 1000;

/** Passes each status on to `show`, but a loss only after a delay. */
export function steadily(show: (status: Status) => void): (status: Status) => void {
  let latest: Status = "connecting";
  let isShown = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function showLoss(): void {
    isShown = true;
    timer = undefined;
    show(latest);
  }

  return (status) => {
    latest = status;
    if (isLost(status) && !isShown) {
      timer ??= setTimeout(showLoss, UNNOTICED_MS);
      return;
    }
    clearTimeout(timer);
    timer = undefined;
    isShown = isLost(status);
    show(status);
  };
}
