"""Which accounts of people are connected to the server, on all nodes."""

import contextlib
from collections import Counter
from collections.abc import Collection, Iterator

from ..rooms.room import Actor

MAX_ONLINE = 1_000
"""How many accounts a node posts to the others, the newest."""


class Online:
    """Counts the open sockets of people, in the lobby and in rooms. Guests are left out, because
    nobody can follow them by their name."""

    def __init__(self) -> None:
        self._sockets = Counter[str]()  # in the order in which they have come
        self._remote: Collection[str] = frozenset()

    @contextlib.contextmanager
    def connected(self, actor: Actor | None) -> Iterator[None]:
        """Counts a socket while it is open."""
        if actor is None or actor.bot or not actor.kept:
            yield
            return
        self._sockets[actor.account] += 1
        try:
            yield
        finally:
            self._sockets[actor.account] -= 1
            if not self._sockets[actor.account]:
                del self._sockets[actor.account]

    def has(self, account: str) -> bool:
        """Whether this account has a socket on any node."""
        return account in self._sockets or account in self._remote

    def posted(self) -> list[str]:
        """The accounts on this node, for the others."""
        return list(self._sockets)[-MAX_ONLINE:]

    def apply_remote(self, accounts: Collection[str]) -> None:
        """Replaces the accounts on other nodes."""
        self._remote = accounts
