/** Selects the most interesting games of a list. Pure. */

import type { GameSummary } from "../../protocol";

function humans({ seats }: GameSummary): number {
  return seats.filter(({ player }) => player && !player.bot).length;
}

/** Games between people rank above mixed games, and these above games between bots; paused and adjourned games rank
 * last. */
function rank(game: GameSummary): number {
  const people = humans(game);
  const kind = people === game.seats.length ? 2 : people > 0 ? 1 : 0;
  return kind - (game.state === "running" ? 0 : 3);
}

/**
 * The best running game with at least one move, the newest among equals; null: none. `shown`: the game featured so far,
 * which remains unless another ranks higher. Otherwise every new game would replace it after a few seconds.
 */
export function bestGame(running: readonly GameSummary[], shown: string | null): GameSummary | null {
  const sortKey = (game: GameSummary): [number, number, number] => [rank(game), Number(game.id === shown), game.created_at];
  const ranked = running.filter(({ moves }) => moves > 0).toSorted((a, b) => {
    const [left, right] = [sortKey(a), sortKey(b)];
    const differing = left.findIndex((value, index) => value !== right[index]);
    return differing < 0 ? 0 : (right[differing] ?? 0) - (left[differing] ?? 0);
  });
  return ranked[0] ?? null;
}

/** Games with fewer moves are not interesting. */
const MIN_MOVES = 6;
const UNINTERESTING_ENDS: ReadonlySet<string> = new Set(["aborted", "abandoned"]);

/** The finished games worth a replay: played to the end, people first, each pair of players once per game type. */
export function selectReplays(finished: readonly GameSummary[], max: number): GameSummary[] {
  const pairs = new Set<string>();
  const isNewPair = ({ game_type, seats }: GameSummary): boolean => {
    const pair = JSON.stringify([game_type, seats.map(({ player }) => player?.name).sort()]);
    return pairs.size < pairs.add(pair).size;
  };
  const played = finished.filter(({ scores, reason, moves }) => scores && moves >= MIN_MOVES && !UNINTERESTING_ENDS.has(reason ?? ""));
  return played.filter(isNewPair).toSorted((a, b) => humans(b) - humans(a)).slice(0, max);
}
