"""Tells clients in the lobby when those whom they follow come online, leave, and begin games.

Once in TICK_SECONDS the accounts that local clients follow are compared with what was sent last. So
a socket that comes and goes within that time tells nobody anything, and the cost does not depend on
how often people come and go: a look-up in memory for each account that is followed, a pass through
the running games of each that plays, two queries if anything has changed, and a frame for each
client that has to learn it. A client that has not read its last frames gets the whole list when it
has.

A row that is the same as before is not sent again: the time of a frame would tell when somebody who
hides comes online or leaves.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import structlog

import zeitnot_protocol as p
from zeitnot_protocol import people as wire

from ..hosting.room.send_queue import SendQueue
from ..limits.throttle import Throttle
from ..profiles.people_store import FOLLOW, People, Person
from ..store import StoreError

TICK_SECONDS = 3.0
PLAYING = 3  # games of a person that are shown
CHECKED_AT_ONCE = 1_000  # accounts in one tick of the event loop
BROUGHT_UP_AT_ONCE = 100  # clients that get their whole lists

Presence = tuple[bool, tuple[str, ...]]
"""Whether an account is online, and its games that anybody may see."""

logger = structlog.get_logger()


@dataclass(eq=False, slots=True)
class _Client:
    """A client in the lobby. `is_behind`: it gets its whole list next."""

    send_queue: SendQueue
    account: str
    followed: list[str] = field(default_factory=list)
    is_behind: bool = True


class Followers:
    """`is_online`: whether an account, a person's or a bot's, is connected now; `playing`: the
    games in progress of an account that anybody may see, at most PLAYING; `monotonic_s`: for the
    log."""

    def __init__(
        self,
        people: People,
        is_online: Callable[[str], bool],
        playing: Callable[[str], Sequence[str]],
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._people, self.is_online, self._playing = people, is_online, playing
        self._clients: dict[_Client, None] = {}
        self._followers: dict[str, set[_Client]] = {}  # by the account that they follow
        self._seen: dict[str, Presence] = {}  # by followed account
        self._sent: dict[str, wire.Followed] = {}  # by followed account
        self._noted: set[str] = set()  # accounts whose rows may be different now
        self._errors = Throttle(monotonic_s)

    @contextlib.contextmanager
    def watching(self, account: str, send_queue: SendQueue) -> Iterator[None]:
        """Tells a client about those whom its account follows, while it is open."""
        client = _Client(send_queue, account)
        self._clients[client] = None
        try:
            yield
        finally:
            del self._clients[client]
            self._set_followed(client, [])

    def changed(self, account: str) -> None:
        """Notes that this account follows others now."""
        for client in self._clients:
            if client.account == account:
                client.is_behind = True

    def presence_changed(self, account: str) -> None:
        """Notes that this account hides when it is online, or shows it again."""
        if account in self._followers:
            self._noted.add(account)

    def row(self, person: Person, *, hidden: bool) -> wire.Followed:
        """What followers see of a person or bot now."""
        return _row(person, self._presence(person.account), hidden=hidden)

    def _presence(self, account: str) -> Presence:
        is_online = self.is_online(account)
        return is_online, tuple(self._playing(account)[:PLAYING]) if is_online else ()

    async def run(self) -> None:
        """Tells the clients, until cancelled."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                await self.tick()
            except StoreError as failed:
                if self._errors.allows():
                    logger.warning("followers not told", error=failed)

    async def tick(self) -> None:
        """Tells each client what has changed since the last time. Raises StoreError; the next tick
        then tells it."""
        behind = [each for each in self._clients if each.is_behind and each.send_queue.empty]
        remaining = dict.fromkeys(behind[:BROUGHT_UP_AT_ONCE])
        noted, self._noted = self._noted, set()
        try:
            for client in remaining:
                client.is_behind = False  # a change from now on makes it true again
                self._set_followed(client, await self._people.related(client.account, FOLLOW))
            await self._tell_changes(noted, set(remaining))
            noted = set()
            for client in list(remaining):
                await self._tell_all(client)
                del remaining[client]
        finally:
            self._noted |= noted
            for client in remaining:
                client.is_behind = True

    def _set_followed(self, client: _Client, accounts: list[str]) -> None:
        """Sets whom a client follows: nobody if it is no longer open."""
        before, client.followed = client.followed, accounts if client in self._clients else []
        for account in client.followed:
            self._followers.setdefault(account, set()).add(client)
        for account in set(before).difference(client.followed):
            self._followers[account].discard(client)
            if not self._followers[account]:
                del self._followers[account]
                self._seen.pop(account, None)
                self._sent.pop(account, None)

    async def _tell_changes(self, noted: Collection[str], others: Collection[_Client]) -> None:
        """Sends the rows that have changed. `noted`: accounts that are looked at in any case;
        `others`: clients that get their whole lists instead."""
        changed = await self._changed()
        wanted = [each for each in {*changed, *noted} if each in self._followers]
        if not wanted:
            return
        rows = await self._rows({each: changed.get(each, self._seen[each]) for each in wanted})
        self._send_changes(rows, others)
        self._seen.update((each, changed[each]) for each in changed if each in self._followers)

    async def _changed(self) -> dict[str, Presence]:
        """The followed accounts whose presence is not what was seen last, with their presence. That
        of an account which is new here is noted only: its followers get their whole lists."""
        changed = dict[str, Presence]()
        followed = list(self._followers)
        for at in range(0, len(followed), CHECKED_AT_ONCE):
            for account in filter(self._followers.get, followed[at : at + CHECKED_AT_ONCE]):
                now = self._presence(account)
                if self._seen.setdefault(account, now) != now:
                    changed[account] = now
            await asyncio.sleep(0)
        return changed

    def _send_changes(self, rows: Mapping[str, wire.Followed], others: Collection[_Client]) -> None:
        changed = dict[_Client, list[wire.Followed]]()
        for account, row in rows.items():
            clients = self._followers.get(account, ())
            if not clients or row == self._sent.get(account):
                continue
            self._sent[account] = row
            for client in clients:
                changed.setdefault(client, []).append(row)
        for client, theirs in changed.items():
            if client.is_behind or client in others:
                continue
            if client.send_queue.empty:
                _send(client, theirs)
            else:
                client.is_behind = True

    async def _tell_all(self, client: _Client) -> None:
        """Sends a client its whole list."""
        rows = await self._rows({each: self._seen[each] for each in client.followed})
        if client not in self._clients:
            return
        for account, row in rows.items():
            if self._sent.setdefault(account, row) != row:
                self._noted.add(account)  # the other clients do not have this row
        _send(client, rows.values())

    async def _rows(self, presence: Mapping[str, Presence]) -> dict[str, wire.Followed]:
        """What followers see of these accounts, without those that exist no longer."""
        accounts = list(presence)
        people = await self._people.people(accounts)
        hidden = await self._people.hidden(accounts)
        return {
            each: _row(people[each], presence[each], hidden=each in hidden)
            for each in accounts
            if each in people
        }


def _row(person: Person, presence: Presence, *, hidden: bool) -> wire.Followed:
    """A person who hides being online has no games here either."""
    if hidden and not person.bot:
        return wire.Followed(name=person.name, bot=False)
    is_online, playing = presence
    return wire.Followed(name=person.name, bot=person.bot, online=is_online, playing=list(playing))


def _send(client: _Client, rows: Iterable[wire.Followed]) -> None:
    client.send_queue.put_all([p.encode(p.FollowedChanged(people=list(rows)))])
