/** Which of the games that people ask the user for are games on ladders. */

import { world } from "../../app/state/world.svelte";
import type { OwnChallenge } from "../../protocol";
import { ownClubs } from "./own-clubs.svelte";
import { challengeOf, mayBeAccepted } from "./own-tasks";

/** A game that was just accepted is noted by the server within this time (ms). */
const NOTED_MS = 1000;

/** A game that somebody asks the user for. */
interface Asked {
  game: string;
  game_type: string;
  asker: { name: string; bot: boolean };
}

export class LadderGames {
  private readonly looked = new Set<string>();
  private known = $state.raw<readonly string[]>([]);

  /** Looks the games up, each once. Guests are on no ladder, nor are bots. */
  async look(asked: readonly Asked[]): Promise<void> {
    const fresh = asked.filter(({ game, asker }) => !asker.bot && !this.looked.has(game));
    if (fresh.length === 0 || !world.session?.kept) return;
    for (const { game } of fresh) this.looked.add(game);
    await ownClubs.reload();
    const isOpen = ({ game, game_type, asker }: Asked): boolean => !this.of(game) && mayBeAccepted(ownClubs.challenges, asker.name, game_type);
    if (fresh.some(isOpen)) {
      await new Promise((resolve) => setTimeout(resolve, NOTED_MS));
      await ownClubs.reload();
    }
    this.known = [...this.known, ...fresh.map(({ game }) => game)];
  }

  /** Whether it is known what kind of game this is. */
  knows({ game, asker }: Asked): boolean {
    return asker.bot || !world.session?.kept || this.known.includes(game);
  }

  /** The challenge on a ladder that the game decides. */
  of(game: string): OwnChallenge | undefined {
    return challengeOf(ownClubs.challenges, game);
  }
}
