/** A connection's status as a user should see it: a loss that is over at once is not shown. */

import { type Status, isLost } from "./socket";

/** As long as a page needs to go on at another node of the server: less would only flicker. */
export const UNNOTICED_MS = 1000;

/** Passes each status on to `show`, but a loss only when it has lasted. */
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
