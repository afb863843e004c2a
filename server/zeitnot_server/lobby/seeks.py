"""The people who look for an opponent, on all nodes: who they are, and whom this node tells.

A seek belongs to the socket that has sent it, and ends with it. Each node posts the seeks of its
sockets, the leader pairs all of them (`seeks.service`) and posts which seek has led to which game,
and the node that has the socket tells it. If that socket is gone, or has ended its seek, this node
declines the game for it.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

import zeitnot_protocol as p

from ..hosting.registry import Registry
from ..hosting.room.send_queue import SendQueue, refuse
from ..limits.table import STANDARD
from ..nodes.state import MAX_PAIRED, MAX_SEEKS, PostedPaired, PostedSeek
from ..rooms.room import Actor

MAX_PER_ADDRESS = STANDARD.address_seeks
MAX_ROWS = 50  # terms that the lobby shows
POSTED_MS = 10_000  # how long it is posted that a seek has led to a game


@dataclass(slots=True)
class LocalSeek:
    """A seek of a socket of this node. `id`: the client's; `address`: the one that it counts for;
    `told`: the last state that was sent."""

    posted: PostedSeek
    id: str
    send_queue: SendQueue
    address: str
    told: p.Seeking | None = None


def terms_of(game_type: str, settings: p.Settings, control: p.Control, rated: bool) -> str:
    """The terms as text: the same text for the same terms. `settings`: all of them."""
    row = p.WaitingPeople(
        game_type=game_type, settings=settings, control=control, rated=rated, people=0
    )
    return msgspec.json.encode(row, order="sorted").decode()


def read_terms(terms: str) -> p.WaitingPeople:
    """The terms, with zero people."""
    return msgspec.json.decode(terms, type=p.WaitingPeople)


class Seeks:
    """The seeks of all nodes. `node`: the name of this one; `changed`: called when other nodes and
    the watchers have to learn something; `decline`: declines a game for an account that does
    not come."""

    def __init__(
        self,
        node: str,
        registry: Registry,
        changed: Callable[[], None],
        decline: Callable[[str, str], None],
    ) -> None:
        self._node, self._registry = node, registry
        self._changed, self._decline = changed, decline
        self._local: dict[str, LocalSeek] = {}  # by account, in the order of their beginnings
        self._remote: tuple[PostedSeek, ...] = ()
        self._paired: dict[PostedPaired, int] = {}  # to post, with the time of each
        self.has_changed = asyncio.Event()

    # ── sockets of this node ───────────────────────────────────────────────────────────────────

    def begin(
        self, seek: p.Seek, actor: Actor, terms: str, send_queue: SendQueue, address: str
    ) -> p.Error | None:
        """Adds a seek, in place of one of the same account. One that its socket only sends again
        goes on, and its state is sent again. Returns the error if there are too many."""
        before = self._local.get(actor.account)
        if before is not None and _is_again(before, seek, terms, send_queue):
            before.told = None
            self.has_changed.set()
            return None
        others = [each for account, each in self._local.items() if account != actor.account]
        if address and sum(each.address == address for each in others) >= MAX_PER_ADDRESS:
            return refuse("too_many_seeks", TOO_MANY_OF_ADDRESS, id=seek.id)
        if len(others) >= MAX_SEEKS:
            return refuse("busy", TOO_MANY, id=seek.id)
        if before is not None:
            self._end(before, "cancelled" if before.send_queue is send_queue else "replaced")
        self._local[actor.account] = LocalSeek(
            PostedSeek(
                f"{self._node}-{secrets.token_hex(8)}",
                actor.account,
                actor.name,
                seek.game_type,
                terms,
                max(self._now_ms(), self._newest_elsewhere_ms(actor.account) + 1),
                seek.seat,
                seek.most_gap,
            ),
            *(seek.id, send_queue, address),
        )
        self._note_change()
        return None

    def _newest_elsewhere_ms(self, account: str) -> int:
        """When the newest seek of this account at another node began, whose clock may be ahead."""
        return max((each.since for each in self._remote if each.account == account), default=-1)

    def end(self, account: str | None, send_queue: SendQueue, id: str) -> p.Error | None:
        """Ends the seek of a socket, and says so even if it has ended already. Returns the error
        for a client without an account."""
        if account is None:
            return refuse("not_signed_in", NOT_SIGNED_IN, id=id)
        seek = self._of(account, send_queue)
        if seek is not None and seek.id == id:
            self._end(seek, "cancelled")
            self._note_change()
        else:
            send_queue.put(p.encode(p.SeekEnded(id=id, reason="cancelled")))
        return None

    def leave(self, account: str | None, send_queue: SendQueue) -> None:
        """Ends the seek of a socket that is gone."""
        if (seek := self._of(account or "", send_queue)) is not None:
            self._end(seek, None)
            self._note_change()

    def _of(self, account: str, send_queue: SendQueue) -> LocalSeek | None:
        seek = self._local.get(account)
        return seek if seek is not None and seek.send_queue is send_queue else None

    def _end(self, seek: LocalSeek, reason: Literal["cancelled", "replaced"] | None) -> None:
        del self._local[seek.posted.account]
        if reason is not None:
            seek.send_queue.put(p.encode(p.SeekEnded(id=seek.id, reason=reason)))

    def local(self) -> Sequence[LocalSeek]:
        """The seeks of this node's sockets."""
        return tuple(self._local.values())

    # ── all nodes ──────────────────────────────────────────────────────────────────────────────

    def all(self) -> list[PostedSeek]:
        """The seeks of all nodes; of an account with several, the newest."""
        by_account = dict[str, PostedSeek]()
        for seek in (*self._remote, *(each.posted for each in self._local.values())):
            known = by_account.get(seek.account)
            if known is None or _is_newer(seek, known):
                by_account[seek.account] = seek
        return list(by_account.values())

    def rows(self) -> tuple[p.WaitingPeople, ...]:
        """How many people look for which game, for everybody to see; those first that have waited
        longest."""
        queue = sorted(self.all(), key=lambda each: (each.since, each.number))
        counts = Counter(each.terms for each in queue)  # in this order
        rows = [(read_terms(terms), people) for terms, people in list(counts.items())[:MAX_ROWS]]
        return tuple(msgspec.structs.replace(row, people=people) for row, people in rows)

    def paired(self, paired: PostedPaired) -> None:
        """Tells the socket of a seek, or the node that has it, that it has led to a game."""
        if not self._tell(paired):
            self._paired[paired] = self._now_ms()
        self._note_change()

    def _tell(self, paired: PostedPaired) -> bool:
        """Tells a socket of this node; False: the seek is another node's."""
        seek = self._local.get(paired.account)
        if seek is not None and seek.posted.number == paired.number:
            self._end(seek, None)
            message = p.Paired(id=seek.id, game=paired.game, seat=paired.seat)
            seek.send_queue.put(p.encode(message))
            return True
        if paired.number.rpartition("-")[0] != self._node:
            return False
        self._decline(paired.account, paired.game)
        return True

    def posted(self) -> list[PostedSeek]:
        """This node's seeks, for the others."""
        return [each.posted for each in self._local.values()]

    def posted_paired(self) -> list[PostedPaired]:
        """The newest seeks of other nodes that have led to a game; drops the old ones."""
        since_ms = self._now_ms() - POSTED_MS
        self._paired = {each: ms for each, ms in self._paired.items() if ms >= since_ms}
        return list(self._paired)[-MAX_PAIRED:]

    def apply_remote(self, seeks: tuple[PostedSeek, ...], paired: Iterable[PostedPaired]) -> None:
        """Applies what other nodes have posted. `paired`: only what is new. A seek of this node
        ends if its account has begun another one elsewhere since."""
        for each in paired:
            self._tell(each)
        for posted in seeks:
            local = self._local.get(posted.account)
            if local is not None and _is_newer(posted, local.posted):
                self._end(local, "replaced")
                self._note_change()
        if seeks != self._remote:
            self._remote = seeks
            self.has_changed.set()

    def _now_ms(self) -> int:
        return self._registry.now().wall

    def _note_change(self) -> None:
        self._changed()
        self.has_changed.set()


def _is_newer(seek: PostedSeek, other: PostedSeek) -> bool:
    """Whether this one of two seeks of an account is the newer one; every node agrees."""
    return (seek.since, seek.number) > (other.since, other.number)


def _is_again(before: LocalSeek, seek: p.Seek, terms: str, send_queue: SendQueue) -> bool:
    """Whether this is the same seek of the same socket."""
    known = before.posted
    old = (before.id, known.terms, known.seat, known.most_gap)
    return before.send_queue is send_queue and old == (seek.id, terms, seek.seat, seek.most_gap)


NOT_SIGNED_IN = "Sign in to look for an opponent."
TOO_MANY_OF_ADDRESS = (
    f"{MAX_PER_ADDRESS} people of your address look for an opponent already. Try again later, or"
    " create a game."
)
TOO_MANY = "Too many people look for an opponent just now. Try again in a moment."
