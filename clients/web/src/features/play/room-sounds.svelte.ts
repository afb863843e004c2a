/** Plays the sounds of one room. */

import { untrack } from "svelte";

import { isTimeLow, soundsOf } from "../../app/room/sounds";
import { prefs } from "../../app/state/prefs.svelte";
import { playSounds } from "../../app/state/sounds";
import type { GameView } from "../../games/boards/model";
import type { RoomSession } from "../session/room.svelte";

export class RoomSounds {
  /** Must be created while a component is initialised. `now`: the browser's monotonic ms. */
  constructor(session: RoomSession, gameView: () => GameView | undefined, now: () => number) {
    let before = session.state;
    let warned = false;
    const volume = () => (prefs.sounds ? prefs.volume : 0);
    $effect(() => {
      const after = session.state;
      untrack(() => {
        if (volume() > 0) playSounds(soundsOf(before, after, gameView()), volume());
      });
      before = after;
    });
    // Warn once per game, because a player who lives on increments is low on time at every move.
    $effect(() => {
      if (warned || !isTimeLow(session.state, now())) return;
      warned = true;
      untrack(() => playSounds(["low"], volume()));
    });
  }
}
