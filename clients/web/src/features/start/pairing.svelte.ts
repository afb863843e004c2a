/** Finds an opponent: joins a waiting game, or creates one and stays ready to switch to another; see `pairing.ts`. */

import { untrack } from "svelte";

import { navigation } from "../../app/browser/location.svelte";
import { gamePath } from "../../app/browser/router";
import { hasOpenSeat } from "../../app/room/lobby";
import { api } from "../../app/server/api";
import { world } from "../../app/state/world.svelte";
import type { GameSummary, SeatView } from "../../protocol";
import type { RoomSession } from "../session/room.svelte";
import { requestSeat } from "../session/pending-seat";
import { MAX_GAMES_CREATED, type Search, type SeekTerms, earliestWaiting, hasTerms, isOnSeat, seekingStep, startOf } from "./pairing";

interface ActiveSeek extends Search {
  /** The current game, which was created or found. */
  game: string;
  tried: Set<string>;
  /** The start position with these settings, known once a game has been created: the catalogue has it only for the default
   * settings. */
  start?: string;
  /** The number of games created. */
  created: number;
}

/** What is preserved from one game of a search to the next. */
type SeekProgress = Pick<ActiveSeek, "terms" | "tried" | "left" | "start" | "created">;

/** In memory and not stored, because opening a link must not take or leave a seat. */
let seeking: ActiveSeek | null = null;

/** Shows the page of a game on these terms: the user's own waiting game, another player's, or a new one. Throws
 * ApiError. */
export async function seek(terms: SeekTerms): Promise<void> {
  const own = ownWaiting(terms);
  const fresh = { terms, tried: new Set<string>(), left: 0, created: 0 };
  if (own === undefined) await seekAnother(fresh);
  else show(own, own === seeking?.game && seeking.isJoined, fresh);
}

/** The user's own listed game that waits on these terms, created by this page or another one. */
function ownWaiting(terms: SeekTerms): string | undefined {
  const { open = [], yours = [] } = world.lobby ?? {};
  const isListed = (id: string): boolean => id === seeking?.game || open.some((row) => row.id === id);
  const isOwn = ({ player, reserved }: SeatView): boolean => world.isYou(player?.name ?? reserved);
  return yours.find((row) => hasOpenSeat(row) && hasTerms(row, terms, startOf(terms)) && isOnSeat(row, terms, isOwn) && isListed(row.id))?.id;
}

/** The earliest game of another player that waits on these terms. */
export function othersWaiting(terms: SeekTerms, tried: ReadonlySet<string> = new Set(), start?: string): GameSummary | undefined {
  const own = world.lobby?.yours.map(({ id }) => id) ?? [];
  return world.lobby ? earliestWaiting(world.lobby, terms, new Set([...tried, ...own]), start) : undefined;
}

async function seekAnother(search: SeekProgress): Promise<void> {
  const found = othersWaiting(search.terms, search.tried, search.start)?.id;
  if (found) {
    requestSeat(found, search.terms.seat);
    show(found, true, search);
  } else if (search.created < MAX_GAMES_CREATED) {
    const { id } = await api.create(search.terms.request);
    show(id, false, { ...search, created: search.created + 1 });
  }
}

function show(game: string, isJoined: boolean, { terms, tried, left, start, created }: SeekProgress): void {
  seeking = { terms, game, tried: tried.add(game), isJoined, isLeaving: false, left, start, created };
  navigation.go(gamePath(game));
}

/** Continues the search from the page of the current game. Must be called while the page is initialised. */
export function keepSeeking(session: RoomSession, game: string): void {
  $effect(() => {
    const search = seeking;
    if (search?.game !== game) return;
    const step = seekingStep(session.state, search, world.lobby);
    untrack(() => {
      if (step === "over" || step === "again") seeking = null;
      // If no game can be created, this page already explains why its game is gone.
      if (step === "again") void seekAnother(search).catch(() => undefined);
      if (step !== "move") return;
      search.isLeaving = true;
      search.start = session.state.summary?.position;
      if (search.isJoined) search.left += 1;
      session.send({ type: search.isJoined ? "leave" : "abort" });
    });
  });
}
