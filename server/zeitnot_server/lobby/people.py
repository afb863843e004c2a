"""The people in the lobby who take challenges by bots, on all nodes."""

from collections import Counter
from collections.abc import Mapping

from ..bots.watcher import Watcher
from ..nodes.state import MAX_PEOPLE, PostedPerson
from ..rooms.room import Actor


class People:
    """Whom bots may ask for a game now. A person has said so in `watch`, for as long as that socket
    is open."""

    def __init__(self) -> None:
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

    def posted(self) -> list[PostedPerson]:
        """The people on this node, for the others; the newest if there are many."""
        newest = list(self._actors.values())[-MAX_PEOPLE:]
        return [PostedPerson(actor.account, actor.name) for actor in newest]

    def apply_remote(self, people: Mapping[str, str]) -> None:
        """Replaces the people on other nodes. `people`: their names, by account."""
        self._remote = people
