"""The people who are online, and those in the lobby, on all nodes: whom others may ask for a game
by name, and bots."""

from collections import Counter
from collections.abc import Collection, Iterable

from ..bots.watcher import Watcher
from ..nodes.state import MAX_PEOPLE, PostedPerson
from ..rooms.room import Actor
from .online import Online


class People:
    """Whom others may ask for a game now: everybody who has a socket in the lobby, by name; and by
    bots, who knows them by their accounts, those who have said so in `watch`, for as long as that
    socket is open. `online`: all who have kept their name and are connected."""

    def __init__(self) -> None:
        self.online = Online()
        self._sockets = Counter[str]()
        self._bots_may_ask = Counter[str]()  # sockets that have said so
        self._actors: dict[str, Actor] = {}  # in the order in which they have come
        self._remote: dict[str, PostedPerson] = {}

    def join(self, watcher: Watcher) -> bool:
        """Adds a socket; returns whether bots may ask its person."""
        actor = watcher.actor
        if actor is None or actor.bot:
            return False
        self._sockets[actor.account] += 1
        self._actors[actor.account] = actor
        self._bots_may_ask[actor.account] += watcher.watch.challenges
        return watcher.watch.challenges

    def leave(self, watcher: Watcher) -> bool:
        """Removes a socket that `join` has added; returns the same."""
        actor = watcher.actor
        if actor is None or actor.bot:
            return False
        self._sockets[actor.account] -= 1
        self._bots_may_ask[actor.account] -= watcher.watch.challenges
        if not self._sockets[actor.account]:
            for by_account in (self._sockets, self._bots_may_ask, self._actors):
                del by_account[actor.account]
        return watcher.watch.challenges

    def find(self, account: str) -> Actor | None:
        """The person with this account, if bots may ask for a game now."""
        if self._bots_may_ask[account]:
            return self._actors[account]
        posted = self._remote.get(account)
        return Actor(account, posted.name) if posted and posted.bots_may_ask else None

    def named(self, name: str) -> list[Actor]:
        """The people in the lobby with this name. Guests may have the same one."""
        wanted = name.casefold()
        remote = (Actor(each.account, each.name) for each in self._remote.values())
        found = {each.account: each for each in (*remote, *self._actors.values())}
        return [each for each in found.values() if each.name.casefold() == wanted]

    def posted(self) -> tuple[list[PostedPerson], list[str]]:
        """The people on this node, for the others, and the accounts that are online; the newest if
        there are many."""
        newest = list(self._actors.values())[-MAX_PEOPLE:]
        people = [
            PostedPerson(each.account, each.name, self._bots_may_ask[each.account] > 0)
            for each in newest
        ]
        return people, self.online.posted()

    def apply_remote(self, people: Iterable[PostedPerson], online: Collection[str]) -> None:
        """Replaces the people on other nodes. `online`: the accounts that are online."""
        self._remote = {each.account: each for each in people}
        self.online.apply_remote(online)
