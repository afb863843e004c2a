"""The people who are online, and those in the lobby who take challenges by bots, on all nodes."""

from collections import Counter
from collections.abc import Collection, Mapping

from ..bots.watcher import Watcher
from ..nodes.state import MAX_PEOPLE, PostedPerson
from ..rooms.room import Actor
from .online import Online


class People:
    """Whom bots may ask for a game now. A person has said so in `watch`, for as long as that socket
    is open. `online`: all who have kept their name and are connected."""

    def __init__(self) -> None:
        self.online = Online()
        self._sockets = Counter[str]()
        self._actors: dict[str, Actor] = {}  # in the order in which they have come
        self._remote: Mapping[str, str] = {}

    def join(self, watcher: Watcher) -> bool:
        """Adds a socket; returns whether it is of a person who takes challenges."""
        actor = watcher.actor
        if actor is None or actor.bot or not watcher.watch.challenges:
            return False
        self._sockets[actor.account] += 1
        self._actors[actor.account] = actor
        return True

    def leave(self, watcher: Watcher) -> bool:
        """Removes a socket that `join` has accepted; returns whether it was one."""
        actor = watcher.actor
        if actor is None or actor.bot or not watcher.watch.challenges:
            return False
        self._sockets[actor.account] -= 1
        if not self._sockets[actor.account]:
            del self._sockets[actor.account], self._actors[actor.account]
        return True

    def find(self, account: str) -> Actor | None:
        """The person with this account, if bots may ask for a game now."""
        if account in self._actors:
            return self._actors[account]
        return Actor(account, self._remote[account]) if account in self._remote else None

    def posted(self) -> tuple[list[PostedPerson], list[str]]:
        """The people on this node, for the others, and the accounts that are online; the newest if
        there are many."""
        newest = list(self._actors.values())[-MAX_PEOPLE:]
        people = [PostedPerson(actor.account, actor.name) for actor in newest]
        return people, self.online.posted()

    def apply_remote(self, people: Mapping[str, str], online: Collection[str]) -> None:
        """Replaces the people on other nodes. `people`: their names, by account; `online`: the
        accounts that are online."""
        self._remote = people
        self.online.apply_remote(online)
