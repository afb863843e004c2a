"""Applies the lobby's changes to the lobby; pure."""

import zeitnot_protocol as p


def changed_lobby(lobby: p.Lobby, changed: p.LobbyChanged) -> p.Lobby:
    """The lobby after a change. A listed game whose row was never received is left out."""
    rows = {game.id: game for game in (*lobby.open, *lobby.running, *changed.games)}

    def listed(ids: list[str] | None, before: list[p.GameSummary]) -> list[p.GameSummary]:
        order = [game.id for game in before] if ids is None else ids
        return [rows[game] for game in order if game in rows]

    return p.Lobby(
        open=listed(changed.open, lobby.open),
        running=listed(changed.running, lobby.running),
        yours=_after(changed.turns, lobby.yours if changed.yours is None else changed.yours),
        bots=lobby.bots if changed.bots is None else changed.bots,
        at=changed.at or lobby.at,
        waiting=lobby.waiting if changed.waiting is None else changed.waiting,
    )


def _after(turns: list[p.GameTurn], rows: list[p.GameSummary]) -> list[p.GameSummary]:
    """The rows with the new turns of their games."""
    by_game = {turn.game: turn for turn in turns}
    return [p.with_turn(row, turn) if (turn := by_game.get(row.id)) else row for row in rows]
