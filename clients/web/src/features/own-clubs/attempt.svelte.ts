/** A request of the user about a club: whether it is on its way, and why it was refused. */

import { ApiError } from "../../app/server/api";
import { prefs } from "../../app/state/prefs.svelte";
import { failureText } from "../../app/words/format";
import { ownClubTexts } from "./own-club-texts";
import { ownClubs } from "./own-clubs.svelte";

/** Why the server refused something about a club. */
export function refusalText(failure: unknown): string {
  if (!(failure instanceof ApiError)) return String(failure);
  const said = ownClubTexts[prefs.language].refusals[failure.code];
  return said === undefined ? failureText(failure, prefs.t, prefs.locale) : said || failure.message;
}

export class Attempt {
  busy = $state(false);
  failure = $state("");

  /** `changes`: the requests change something, after which the user's clubs are read anew. */
  constructor(private readonly changes = true) {}

  /** Runs the request; returns whether it was granted. */
  async run(request: () => Promise<unknown>): Promise<boolean> {
    [this.busy, this.failure] = [true, ""];
    try {
      await request();
      if (this.changes) ownClubs.expire();
      return true;
    } catch (error) {
      this.failure = refusalText(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
