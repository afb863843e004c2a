"""Tells clients in the lobby when those whom they follow come online, leave, and begin games.

Once in TICK_SECONDS the accounts that local clients follow are compared with what was sent last. So
a socket that comes and goes within that time tells nobody anything, and the cost does not depend on
how often people come and go: a look-up in memory for each account that is followed, two queries if
anything has changed, and a frame for each client that has to learn it. A client that has not read
its last frames gets the whole list when it has.
"""

import asyncio
import contextlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import zeitnot_protocol as p
from zeitnot_protocol import people as wire

from ..hosting.room.send_queue import SendQueue
from ..profiles.people_store import FOLLOW, People, Person

TICK_SECONDS = 3.0
PLAYING = 3  # games of a person that are shown
CHECKED_AT_ONCE = 1_000  # accounts in one tick of the event loop
BROUGHT_UP_AT_ONCE = 100  # clients that get their whole lists

Presence = tuple[bool, tuple[str, ...]]
"""Whether an account is online, and its games that anybody may see."""


@dataclass(eq=False, slots=True)
class _Client:
    """A client in the lobby. `is_behind`: it gets its whole list next."""

    send_queue: SendQueue
    account: str
    followed: list[str] = field(default_factory=list)
    is_behind: bool = True


class Followers:
    """`online`: the accounts that are connected now, people and bots; `playing`: the games in
    progress of an account that anybody may see."""

    def __init__(
        self,
        people: People,
        is_online: Callable[[str], bool],
        playing: Callable[[str], Sequence[str]],
    ) -> None:
        self._people, self._is_online, self._playing = people, is_online, playing
        self._clients: dict[_Client, None] = {}
        self._sent: dict[str, Presence] = {}

    @contextlib.contextmanager
    def watching(self, account: str, send_queue: SendQueue) -> Iterator[None]:
        """Tells a client about those whom its account follows, while it is open."""
        client = _Client(send_queue, account)
        self._clients[client] = None
        try:
            yield
        finally:
            del self._clients[client]

    def changed(self, account: str) -> None:
        """Notes that this account follows others now."""
        for client in self._clients:
            if client.account == account:
                client.is_behind = True

    def row(self, person: Person, *, hidden: bool) -> wire.Followed:
        """What followers see of a person or bot now. A person who hides being online has no games
        here either."""
        is_online, playing = self._presence(person.account)
        if hidden and not person.bot:
            return wire.Followed(name=person.name, bot=False)
        return wire.Followed(
            name=person.name, bot=person.bot, online=is_online, playing=list(playing)
        )

    def _presence(self, account: str) -> Presence:
        is_online = self._is_online(account)
        return is_online, tuple(self._playing(account)[:PLAYING]) if is_online else ()

    async def run(self) -> None:
        """Tells the clients, until cancelled."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            await self.tick()

    async def tick(self) -> None:
        """Tells each client what has changed since the last time. Raises StoreError."""
        behind = [each for each in self._clients if each.is_behind and each.send_queue.empty]
        for client in behind[:BROUGHT_UP_AT_ONCE]:
            client.followed = await self._people.related(client.account, FOLLOW)
        changed = await self._changed()
        if changed:
            await self._send_changes(changed)
        for client in behind[:BROUGHT_UP_AT_ONCE]:
            client.is_behind = False
            rows = await self._rows(client.followed)
            _send(client, rows.values())

    async def _changed(self) -> set[str]:
        """The followed accounts whose presence has changed."""
        followed = list({other for client in self._clients for other in client.followed})
        now = dict[str, Presence]()
        for at in range(0, len(followed), CHECKED_AT_ONCE):
            now |= {each: self._presence(each) for each in followed[at : at + CHECKED_AT_ONCE]}
            await asyncio.sleep(0)
        before, self._sent = self._sent, now
        return {each for each in now if each in before and before[each] != now[each]}

    async def _send_changes(self, changed: Collection[str]) -> None:
        rows = await self._rows(list(changed))
        for client in self._clients:
            theirs = [rows[each] for each in client.followed if each in rows]
            if client.is_behind or not theirs:
                continue
            if client.send_queue.empty:
                _send(client, theirs)
            else:
                client.is_behind = True

    async def _rows(self, accounts: Sequence[str]) -> dict[str, wire.Followed]:
        """What followers see of these accounts, without those that exist no longer."""
        people = await self._people.people(accounts)
        hidden = await self._people.hidden(accounts)
        return {
            account: self.row(people[account], hidden=account in hidden)
            for account in accounts
            if account in people
        }


def _send(client: _Client, rows: Iterable[wire.Followed]) -> None:
    client.send_queue.put_all([p.encode(p.FollowedChanged(people=list(rows)))])
