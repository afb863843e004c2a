/** Finds an opponent: joins a waiting game, or creates one and stays ready to switch to another; see `pairing.ts`. */

import { untrack } from "svelte";

import { navigation } from "../../app/browser/location.svelte";
import { gamePath } from "../../app/browser/router";
import { hasOpenSeat } from "../../app/room/lobby";
import { api } from "../../app/server/api";
import { world } from "../../app/state/world.svelte";
import type { GameSummary, SeatView } from "../../protocol";
import type { RoomSession } from "../session/room.svelte";
import { wishSeat } from "../session/seat-wish";
import { MAX_MADE, type Search, type Wish, earliestWaiting, hasTerms, isOnSeat, seekingStep, startOf } from "./pairing";

interface Seeking extends Search {
  /** The game that was made or found last. */
  game: string;
  tried: Set<string>;
  /** The position with which a game of these settings begins, once one has been made: the catalogue tells it for the
   * defaults alone. */
  start?: string;
  /** How many games were made. */
  made: number;
}

/** What stays from one game of a search to the next. */
type Sought = Pick<Seeking, "wish" | "tried" | "left" | "start" | "made">;

/** In memory and not stored: a page that is opened by its link takes no seat and gives none up. */
let seeking: Seeking | null = null;

/** Shows the page of a game on these terms: the user's own that waits, one that waits for anybody, or a new one. Raises
 * ApiError. */
export async function seek(wish: Wish): Promise<void> {
  const own = ownWaiting(wish);
  const fresh = { wish, tried: new Set<string>(), left: 0, made: 0 };
  if (own === undefined) await seekAnother(fresh);
  else show(own, own === seeking?.game && seeking.isJoined, fresh);
}

/** The user's own game that waits on these terms, listed for all: this page has made it, or another one is open in it. */
function ownWaiting(wish: Wish): string | undefined {
  const { open = [], yours = [] } = world.lobby ?? {};
  const isListed = (id: string): boolean => id === seeking?.game || open.some((row) => row.id === id);
  const isOwn = ({ player, reserved }: SeatView): boolean => world.isYou(player?.name ?? reserved);
  return yours.find((row) => hasOpenSeat(row) && hasTerms(row, wish, startOf(wish)) && isOnSeat(row, wish, isOwn) && isListed(row.id))?.id;
}

/** The earliest game of others that waits on these terms. */
export function othersWaiting(wish: Wish, tried: ReadonlySet<string> = new Set(), start?: string): GameSummary | undefined {
  const own = world.lobby?.yours.map(({ id }) => id) ?? [];
  return world.lobby ? earliestWaiting(world.lobby, wish, new Set([...tried, ...own]), start) : undefined;
}

async function seekAnother(search: Sought): Promise<void> {
  const found = othersWaiting(search.wish, search.tried, search.start)?.id;
  if (found) {
    wishSeat(found, search.wish.seat);
    show(found, true, search);
  } else if (search.made < MAX_MADE) {
    const { id } = await api.create(search.wish.request);
    show(id, false, { ...search, made: search.made + 1 });
  }
}

function show(game: string, isJoined: boolean, { wish, tried, left, start, made }: Sought): void {
  seeking = { wish, game, tried: tried.add(game), isJoined, givenUp: false, left, start, made };
  navigation.go(gamePath(game));
}

/** Goes on looking from the page of the game that was made or found. To be called while it is initialised. */
export function keepSeeking(session: RoomSession, game: string): void {
  $effect(() => {
    const now = seeking;
    if (now?.game !== game) return;
    const step = seekingStep(session.state, now, world.lobby);
    untrack(() => {
      if (step === "over" || step === "again") seeking = null;
      // If no game can be made, this page says why there is none here.
      if (step === "again") void seekAnother(now).catch(() => undefined);
      if (step !== "move") return;
      now.givenUp = true;
      now.start = session.state.summary?.position;
      if (now.isJoined) now.left += 1;
      session.send({ type: now.isJoined ? "leave" : "abort" });
    });
  });
}
