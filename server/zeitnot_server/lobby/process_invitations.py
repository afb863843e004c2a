"""Sends each bot process the invitations to the games assigned to it."""

from collections.abc import Mapping

import zeitnot_protocol as p

from ..bots.assignment import Requirements, requirements_of
from ..bots.online import OnlineBots
from ..bots.watcher import Watcher
from .own_games import Invitations


class BotProcessInvitations:
    """Makes and sends the invitations of the bot processes in this node's lobby."""

    def __init__(self, bots: OnlineBots, invitations: Invitations) -> None:
        self._bots = bots
        self._invitations = invitations

    def unassigned_games(self, account: str) -> Mapping[str, Requirements]:
        """The unfinished games of this bot that no process on this node has, with what each
        needs."""
        number_of = self._bots.processes.assignment_number_of
        rows = self._invitations.games(account)
        unassigned = [(game, each) for game, each in rows.items() if not number_of(account, game)]
        return {game: required for game, each in unassigned if (required := requirements_of(each))}

    def frames_for(self, watcher: Watcher) -> list[str]:
        """The invitations for a socket that comes, as frames; a person gets those that wait for an
        answer, but none of a bot if bots may not ask."""
        account = watcher.account
        if account is None:
            return []
        if watcher.actor is None or not watcher.actor.bot:
            rows = self._invitations.rows_of(account)
            waiting = [each for each in rows if each.deadline is not None]
            if not watcher.watch.challenges:
                waiting = [each for each in waiting if not (each.asker and each.asker.bot)]
            return self._frames(watcher, waiting)
        games = self._bots.games_of(watcher)
        return self._frames(watcher, self._invitations.rows_of(account, games))

    def send(self, account: str, games: list[str], exclude: Watcher | None = None) -> None:
        """Invites processes of a bot to games that have been assigned to them, except one
        socket."""
        rows = self._invitations.games(account) if games else {}
        for game in games:
            for watcher in self._bots.processes.sockets_of(account, game):
                if watcher is not exclude:
                    watcher.send_queue.put_all(self._frames(watcher, rows.get(game, [])))

    def _frames(self, watcher: Watcher, invited: list[p.Invited]) -> list[str]:
        return [p.encode(self._bots.with_assignment_number(watcher, each)) for each in invited]
