/** In which games it is the user's turn, according to the lobby, or to the room for the game that is open. */

import { firstLost, waitingForYou } from "../words/own-games";
import { titleWithTurns } from "../words/title";
import { prefs } from "./prefs.svelte";
import { world } from "./world.svelte";

class Turns {
  private shown = $state.raw<{ id: string; isYours: boolean } | null>(null);

  /** The other games that wait for the user's move, the most urgent first. */
  readonly waiting = $derived(waitingForYou(world.lobby?.yours ?? [], this.shown?.id));

  /** The other game that the user would lose first by staying away. */
  readonly firstLost = $derived(firstLost(world.lobby?.yours ?? [], this.shown?.id));

  /** Whether it is the user's turn in any game, the open one included. */
  readonly any = $derived(this.waiting.length > 0 || this.shown?.isYours === true);

  /** Sets the game whose page is open; null: none. */
  show(shown: { id: string; isYours: boolean } | null): void {
    this.shown = shown;
  }

  /** The title of the tab for a page. */
  title(title: string): string {
    return titleWithTurns(title, this.waiting.length, prefs.t);
  }
}

export const turns = new Turns();
