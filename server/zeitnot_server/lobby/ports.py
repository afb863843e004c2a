"""What the lobby asks of other features, about people. Each is replaced when a feature provides it,
and may raise StoreError."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Protocol

import zeitnot_protocol as p

from ..rooms.room import Actor


class Rating(Protocol):
    """A rating. `deviation`: its standard deviation, in the same points."""

    @property
    def rating(self) -> float: ...

    @property
    def deviation(self) -> float: ...


async def _no_rating(account: str, game_type: str, control: p.Control) -> None:
    return None


async def _nobody_avoided(account: str) -> Collection[str]:
    return ()


async def _nobody_kept(name: str) -> None:
    return None


@dataclass(slots=True)
class Ports:
    """`rating_of`: the rating of an account in a game and a time control, None: it has none.
    `avoided_by`: the accounts that this one does not want to meet. `find_kept`: the person whose
    account is kept under this name, None: there is none."""

    rating_of: Callable[[str, str, p.Control], Awaitable[Rating | None]] = _no_rating
    avoided_by: Callable[[str], Awaitable[Collection[str]]] = _nobody_avoided
    find_kept: Callable[[str], Awaitable[Actor | None]] = _nobody_kept
