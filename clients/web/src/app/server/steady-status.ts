/** Debounces the status of a connection: a short loss is not shown to the user. */

import { type Status, isLost } from "./socket";

/** The time that a page needs to move to another node of the server. A shorter delay would cause flicker. */
export const UNNOTICED_MS = 1000;

/** Passes each status on to `show`, but a loss only after a delay. */
export function steadily(show: (status: Status) => void): (status: Status) => void {
  let latest: Status = "connecting";
  let lossIsShown = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function showLoss(): void {
    lossIsShown = true;
    timer = undefined;
    show(latest);
  }

  return (status) => {
    latest = status;
    if (isLost(status) && !lossIsShown) {
      timer ??= setTimeout(showLoss, UNNOTICED_MS);
      return;
    }
    clearTimeout(timer);
    timer = undefined;
    lossIsShown = isLost(status);
    show(status);
  };
}
