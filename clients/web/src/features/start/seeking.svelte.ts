/** The user's search for an opponent by quick pairing. It belongs to the lobby's connection: the server ends it when the
 * connection is lost, and the page sends it again on the next one. */

import { randomHex } from "../../app/browser/random";
import { ApiError } from "../../app/server/api";
import { world } from "../../app/state/world.svelte";
import type { LobbyIn, LobbyOut } from "../../protocol";
import type { SeekTerms } from "./pairing";
import { seekMessage, withAnswer } from "./seek-message";

/** A search. `since`: when it began (monotonic ms); `tried`: the open games that were tried before; `others`, `sameSeat`: as
 * in the message `seeking`, which comes again when the search is sent again. */
export interface SeekState {
  id: string;
  terms: SeekTerms;
  since: number;
  tried: ReadonlySet<string>;
  others: number;
  sameSeat: boolean;
}

class Seeking {
  current = $state.raw<SeekState | null>(null);
  /** Why the last search has ended without a game; null: it has not. */
  failure = $state.raw<ApiError | null>(null);
  /** Shows the game that has been found. */
  onFound: (game: string) => void = () => {};

  constructor() {
    world.receivers.add((message) => this.receive(message));
    world.openers.add(() => this.openingMessages());
  }

  /** Looks for an opponent; replaces an earlier search. */
  begin(terms: SeekTerms, tried: ReadonlySet<string> = new Set()): void {
    const id = randomHex();
    this.failure = null;
    this.current = { id, terms, since: performance.now(), tried, others: 0, sameSeat: false };
    world.send(seekMessage(terms, id));
  }

  cancel(): void {
    if (this.current) world.send({ type: "end_seek", id: this.current.id });
    this.current = null;
  }

  dismiss(): void {
    this.failure = null;
  }

  private openingMessages(): LobbyIn[] {
    return this.current ? [seekMessage(this.current.terms, this.current.id)] : [];
  }

  private receive(message: LobbyOut): void {
    const { current } = this;
    if (message.type === "paired" && message.id !== current?.id) return world.decline(message.game);
    if (!current || !("id" in message) || message.id !== current.id) return;
    if (message.type === "seeking") {
      this.current = withAnswer(current, message);
    } else if (message.type === "paired") {
      this.current = null;
      this.onFound(message.game);
    } else {
      this.current = null;
      this.failure = message.type === "error" ? new ApiError(message.code, message.message) : new ApiError(`seek_${message.type === "seek_ended" ? message.reason : "ended"}`, "");
    }
  }
}

export const seeking = new Seeking();
