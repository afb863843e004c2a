/** Finds an opponent: joins a waiting game, or has the server pair the user, or creates an open game and stays ready to
 * switch to another; see `pairing.ts`. */

import { untrack } from "svelte";

import { navigation } from "../../app/browser/location.svelte";
import { gamePath } from "../../app/browser/router";
import { hasOpenSeat } from "../../app/room/lobby";
import { api } from "../../app/server/api";
import { world } from "../../app/state/world.svelte";
import type { GameSummary, SeatView } from "../../protocol";
import type { RoomSession } from "../session/room.svelte";
import { requestSeat } from "../session/pending-seat";
import { canSeek } from "./seek-terms";
import { seeking as search } from "./seeking.svelte";
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

/** Looks for a game on these terms: shows the user's own waiting game or another player's that was not tried before, or
 * begins quick pairing, or shows a new game. Throws ApiError. */
export async function seek(terms: SeekTerms, tried: ReadonlySet<string> = new Set()): Promise<void> {
  const own = ownWaiting(terms);
  if (own === undefined && canSeek(terms) && !othersWaiting(terms, tried)) return search.begin(terms, tried);
  search.cancel();
  const fresh = { terms, tried: new Set(tried), left: 0, created: 0 };
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

async function seekAnother(progress: SeekProgress): Promise<void> {
  const { terms, tried, start, created } = progress;
  const found = othersWaiting(terms, tried, start)?.id;
  if (found) {
    requestSeat(found, terms.seat);
    show(found, true, progress);
  } else if (canSeek(terms)) {
    search.begin(terms, tried);
  } else if (created < MAX_GAMES_CREATED) {
    const { id } = await api.create(terms.request);
    show(id, false, { ...progress, created: created + 1 });
  }
}

function show(game: string, isJoined: boolean, { terms, tried, left, start, created }: SeekProgress): void {
  seeking = { terms, game, tried: tried.add(game), isJoined, isLeaving: false, left, start, created };
  navigation.go(gamePath(game));
}

/** Continues the search from the page of the current game. Must be called while the page is initialised. */
export function keepSeeking(session: RoomSession, game: string): void {
  $effect(() => {
    const current = seeking;
    if (current?.game !== game) return;
    const step = seekingStep(session.state, current, world.lobby);
    untrack(() => {
      if (step === "over" || step === "again") seeking = null;
      // If no game can be created, this page already explains why its game is gone.
      if (step === "again") void seekAnother(current).catch(() => undefined);
      if (step !== "move") return;
      current.isLeaving = true;
      current.start = session.state.summary?.position;
      if (current.isJoined) current.left += 1;
      session.send({ type: current.isJoined ? "leave" : "abort" });
    });
  });
}
