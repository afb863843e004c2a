"""The invitations that the processes of bots get: each to the games that it has been given."""

from collections.abc import Mapping

import zeitnot_protocol as p

from ..bots.assignment import Wanted, wanted_by
from ..bots.online import OnlineBots
from ..bots.watcher import Watcher
from .own_games import Invitations


class ProcessInvitations:
    """What bots in the lobby are told of their games."""

    def __init__(self, bots: OnlineBots, invitations: Invitations) -> None:
        self._bots = bots
        self._invitations = invitations

    def wanted(self, account: str) -> Mapping[str, Wanted]:
        """What each unfinished game of this bot that no process here has needs of one."""
        number_of, rows = self._bots.processes.number_of, self._invitations.games(account).items()
        waiting = [(game, each) for game, each in rows if not number_of(account, game)]
        return {game: wanted for game, each in waiting if (wanted := wanted_by(each))}

    def of(self, watcher: Watcher) -> list[str]:
        """The invitations for a bot's socket, as frames."""
        account = watcher.account
        if account is None or not self._invitations.has(account):
            return []
        games = self._bots.games_of(watcher)
        return self._frames(watcher, self._invitations.of(account, games))

    def tell(self, account: str, games: list[str], but: Watcher | None = None) -> None:
        """Invites processes of a bot to games that they have been given; the socket `but` has been
        told."""
        rows = self._invitations.games(account) if games else {}
        for game in games:
            for watcher in self._bots.processes.sockets_of(account, game):
                if watcher is not but:
                    watcher.send_queue.put_all(self._frames(watcher, rows.get(game, [])))

    def _frames(self, watcher: Watcher, invited: list[p.Invited]) -> list[str]:
        return [p.encode(self._bots.numbered(watcher, each)) for each in invited]
