/**
 * The user's clubs, with their clocks, invitations and challenges; read when they are first shown, and after a change. New
 * challenges come from the lobby.
 */

import { ApiError } from "../../app/server/api";
import { world } from "../../app/state/world.svelte";
import type * as p from "../../protocol";
import { clubsApi } from "./clubs-api";
import { withChallenge } from "./own-tasks";

/** What was read may be shown again for this long (ms). */
const FRESH_MS = 60_000;
const NONE: p.OwnClubs = { clubs: [] };

class OwnClubs {
  private read = $state.raw<p.OwnClubs>(NONE);
  private account: string | null = null;
  private readAt = -Infinity;

  constructor() {
    world.receivers.add((message) => {
      if (message.type === "ladder_challenged") this.read = { ...this.read, challenges: withChallenge(this.challenges, message.challenge) };
    });
  }

  get clubs(): readonly p.OwnClub[] {
    return this.read.clubs;
  }

  get challenges(): readonly p.OwnChallenge[] {
    return this.read.challenges ?? [];
  }

  /** Reads them, unless this was done just now. Guests have none. The pages are of use without them, so a failure only
   * leaves them out. */
  async load(): Promise<void> {
    const { account, kept = false } = world.session ?? {};
    const isSame = this.account === (account ?? null);
    if (isSame && performance.now() - this.readAt < FRESH_MS) return;
    if (!isSame) this.read = NONE;
    [this.account, this.readAt] = [account ?? null, performance.now()];
    if (!kept) return;
    try {
      const read = await clubsApi.own();
      if (account === world.session?.account) this.read = read;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** Reads them again, because the user has changed something. */
  async reload(): Promise<void> {
    this.expire();
    await this.load();
  }

  /** Lets the next `load` read them. */
  expire(): void {
    this.readAt = -Infinity;
  }
}

export const ownClubs = new OwnClubs();
