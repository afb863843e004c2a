/** In which of the user's games it is the user's turn: from the lobby, and for the game that is shown from its own room. */

import { firstLost, waitingForYou } from "../words/own-games";
import { titleWithTurns } from "../words/title";
import { prefs } from "./prefs.svelte";
import { world } from "./world.svelte";

class Turns {
  private shown = $state.raw<{ id: string; isYours: boolean } | null>(null);

  /** The games elsewhere that wait for the user, the most urgent first. */
  readonly waiting = $derived(waitingForYou(world.lobby?.yours ?? [], this.shown?.id));

  /** The game elsewhere that the user loses first by staying away. */
  readonly firstLost = $derived(firstLost(world.lobby?.yours ?? [], this.shown?.id));

  readonly any = $derived(this.waiting.length > 0 || this.shown?.isYours === true);

  /** A game's page is open; null: no longer. */
  show(shown: { id: string; isYours: boolean } | null): void {
    this.shown = shown;
  }

  /** A page's title in the tab. */
  title(title: string): string {
    return titleWithTurns(title, this.waiting.length, prefs.t);
  }
}

export const turns = new Turns();
