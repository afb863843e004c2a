/** The lobby from its messages: first all of it, then changes. */

import type { GameSummary, Lobby, LobbyChanged } from "../protocol";

/** The lobby after a change. A listed game that no message has described is left out. */
export function changedLobby(lobby: Lobby, changed: LobbyChanged): Lobby {
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
