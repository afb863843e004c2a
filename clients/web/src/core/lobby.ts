/** The lobby, from a full message and then changes. */

import type { GameSummary, Lobby, LobbyChanged } from "../protocol";

/** The lobby after a change. A listed id whose game is unknown is left out. */
export function applyLobbyChange(lobby: Lobby, changed: LobbyChanged): Lobby {
  const rows = new Map([...lobby.open, ...lobby.running, ...(changed.games ?? [])].map((game) => [game.id, game]));
  const listed = (ids: string[] | null | undefined, before: GameSummary[]): GameSummary[] =>
    (ids ?? before.map((game) => game.id)).flatMap((id) => rows.get(id) ?? []);
  return {
    ...lobby,
    open: listed(changed.open, lobby.open),
    running: listed(changed.running, lobby.running),
    yours: changed.yours ?? lobby.yours,
    bots: changed.bots ?? lobby.bots,
  };
}

/** Whether the game waits for anybody to take a seat, and not only for those for whom one is kept. */
export function hasOpenSeat({ state, seats }: GameSummary): boolean {
  return state === "open" && seats.some(({ player, reserved }) => !player && !reserved);
}
