/** The lobby on the page: read from a full message, and then updated by messages with changes. */

import type { CatalogueGame, Control, Followed, GameSummary, GameTurn, Lobby, LobbyChanged, SeatView } from "../../protocol";

/** The lobby after a change. Listed ids of unknown games are skipped. */
export function applyLobbyChange(lobby: Lobby, changed: LobbyChanged): Lobby {
  const rows = new Map([...lobby.open, ...lobby.running, ...(changed.games ?? [])].map((game) => [game.id, game]));
  const listed = (ids: string[] | null | undefined, before: GameSummary[]): GameSummary[] =>
    (ids ?? before.map((game) => game.id)).flatMap((id) => rows.get(id) ?? []);
  return {
    ...lobby,
    open: listed(changed.open, lobby.open),
    running: listed(changed.running, lobby.running),
    yours: withTurns(changed.yours ?? lobby.yours, changed.turns ?? []),
    bots: changed.bots ?? lobby.bots,
    at: changed.at ?? lobby.at ?? 0,
    waiting: changed.waiting ?? lobby.waiting ?? [],
  };
}

/** The rows after moves in some of their games. */
function withTurns(rows: GameSummary[], turns: readonly GameTurn[]): GameSummary[] {
  if (turns.length === 0) return rows;
  const byGame = new Map(turns.map((turn) => [turn.game, turn]));
  return rows.map((row) => {
    const turn = byGame.get(row.id);
    if (!turn) return row;
    const { moves, position, turn: seat = null, turn_ends_at = null, absences_end_at = [] } = turn;
    return { ...row, moves, position, turn: seat, turn_ends_at, absences_end_at };
  });
}

/** Those whom the user follows after a message about some of them. */
export function withFollowed(followed: readonly Followed[], changed: readonly Followed[]): readonly Followed[] {
  return [...new Map([...followed, ...changed].map((one) => [one.name, one])).values()];
}

/** Whether the game has a free seat that is not reserved. */
export function hasOpenSeat({ state, seats }: GameSummary): boolean {
  return state === "open" && seats.some(isFree);
}

/** Whether the seat is neither taken nor reserved. */
export function isFree({ player, reserved }: SeatView): boolean {
  return !player && !reserved;
}

/** With less time than this, initially or per move, a player who joins without having looked would lose at once (ms). */
const MIN_MS = { base: 15_000, move: 3000 };

/** The shortest default limit of a first move, that of bullet and blitz. Games with a shorter limit are not paired
 * automatically, because a player who has not looked could miss the first move. */
export const MIN_FIRST_MOVE_TO_PAIR_MS = 30_000;

/** Whether a game has the default start and settings and enough time, so that its name and clock describe it fully. */
export function isStandardGame(game: GameSummary, catalogue: CatalogueGame | undefined): boolean {
  if (!catalogue || game.position !== catalogue.start || !hasEnoughTime(game.control)) return false;
  if ((game.first_move_ms ?? MIN_FIRST_MOVE_TO_PAIR_MS) < MIN_FIRST_MOVE_TO_PAIR_MS) return false;
  return catalogue.settings.every(({ name, default: standard }) => (game.settings[name] ?? standard) === standard);
}

function hasEnoughTime({ base_ms, stages, time_ms, move_limit_ms }: Control): boolean {
  const base = base_ms ?? stages?.[0]?.base_ms ?? MIN_MS.base;
  return base >= MIN_MS.base && Math.min(time_ms ?? MIN_MS.move, move_limit_ms ?? MIN_MS.move) >= MIN_MS.move;
}

/** The maximum number of seats of a game with any settings. */
export function maxSeats(game: CatalogueGame): number {
  return Math.max(game.seats, ...(game.seat_counts ?? []).map(({ seats }) => seats));
}
