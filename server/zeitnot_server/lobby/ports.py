"""What the lobby asks about people. What is read from the database may raise StoreError."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Protocol

import zeitnot_protocol as p

from ..ratings.speeds import speed_of
from ..rooms.room import Actor
from ..store import Store


class Rating(Protocol):
    """A rating. `deviation`: its standard deviation, in the same points."""

    @property
    def rating(self) -> float: ...

    @property
    def deviation(self) -> float: ...


class Blocks(Protocol):
    """Who blocks whom, by accounts."""

    def blocked_by(self, account: str) -> Collection[str]:
        """The accounts that this one blocks."""


async def _no_rating(account: str, game_type: str, control: p.Control) -> None:
    return None


def _nobody_blocked(account: str) -> Collection[str]:
    return ()


async def _nobody_kept(name: str) -> None:
    return None


@dataclass(slots=True)
class Ports:
    """`rating_of`: the rating of an account in a game and a time control, None: it has none.
    `blocked_by`: the accounts that this one blocks, in memory. `find_kept`: the person whose
    account is kept under this name, None: there is none. By default, nobody has any of these."""

    rating_of: Callable[[str, str, p.Control], Awaitable[Rating | None]] = _no_rating
    blocked_by: Callable[[str], Collection[str]] = _nobody_blocked
    find_kept: Callable[[str], Awaitable[Actor | None]] = _nobody_kept


def ports_of(store: Store, blocks: Blocks) -> Ports:
    """The answers of the other features."""

    async def rating_of(account: str, game_type: str, control: p.Control) -> Rating | None:
        speed = speed_of(control)
        rating = await store.ratings.rating(account, game_type, speed) if speed else None
        return rating if rating is not None and rating.games > 0 else None

    async def find_kept(name: str) -> Actor | None:
        kept = await store.kept.named(name)
        return None if kept is None else Actor(kept.id, kept.name, kept=True)

    return Ports(rating_of, blocks.blocked_by, find_kept)
