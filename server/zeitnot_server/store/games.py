"""Stored games: lists, records, and the games that wait for a player or a clock."""

from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import NamedTuple, Protocol

import zeitnot_protocol as p

from .filters import GameFilter

RecordTurn = Callable[[], AbstractAsyncContextManager[Callable[[int], None]]]
"""A context entered for each chunk; the function that it yields is called with the chunk's
bytes."""


def without_turns() -> AbstractAsyncContextManager[Callable[[int], None]]:
    """Reads every chunk without waiting, and counts nothing."""
    return nullcontext(lambda size: None)


class BotGame(NamedTuple):
    """A game that has not ended: its bots, by name; `account`: its maker, or if that is not known a
    person who plays or is invited, else a bot. `address`: from which that account was made, IPv6
    by its /64, if the audit log has it."""

    id: str
    bots: tuple[str, ...]
    account: str
    control: p.Control
    address: str | None = None


class Holder(NamedTuple):
    """Who has a seat, or for whom it is reserved. `level`: at which a bot was invited."""

    account: str
    level: int | None = None


class StoredGame(NamedTuple):
    """A game as it stands in the database. `holders`: of each seat; `private`: not for lists;
    `bot_game`: if a bot plays or is invited, how the game counts for it."""

    summary: p.GameSummary
    holders: tuple[Holder | None, ...]
    private: bool
    bot_game: BotGame | None


class Games(Protocol):
    """Read-only. Lists leave out games that cannot be read, and report them as damage. Each method
    raises ReadFailed, SlowRead."""

    async def page(self, filter_: GameFilter, account: str | None = None) -> p.GamePage:
        """A page of games as this account may see it (None: anybody), newest first; perhaps fewer
        than asked for, as long as it has a cursor; with `mine` each has its seat. Raises BadFilter,
        also for `mine` of nobody, and Busy."""

    async def record_parts(
        self, game: str, account: str | None = None, turn: RecordTurn = without_turns
    ) -> AsyncGenerator[bytes, None] | None:
        """One game with its whole history, as this account may see it: a GameRecord in JSON, a
        chunk at a time, and `turn` is entered for each. None: there is no such game. The first
        chunk has been read on return. Raises RulesChanged, Damaged; the generator raises Damaged,
        too."""

    async def has_ended(self, game: str) -> bool:
        """Whether there is such a game and it has ended."""

    async def export_parts(
        self, game: str, turn: RecordTurn = without_turns
    ) -> AsyncGenerator[bytes, None] | None:
        """The file that `zeitnot verify` reads, an Export in JSON, as `record_parts`; while
        the game lasts without the seed and as a spectator may see it."""

    async def unfinished_of(self, account: str) -> list[p.GameSummary]:
        """The newest 200 games that this account plays or is invited to, newest first."""

    async def invitations_of(self, account: str) -> list[p.Invited]:
        """The seats reserved for this account, or its own, of the newest 200 games, oldest game
        first."""

    async def made_by(self, account: str, without: Collection[str] = ()) -> tuple[int, int]:
        """How many games that this account has made have not ended, and how many of these are
        listed and have not begun, leaving out the ids in `without`."""

    async def of_bots(self) -> list[BotGame]:
        """The unfinished games in which a bot plays or is invited, ten thousand at most."""

    async def by_id(self, games: Collection[str]) -> list[StoredGame]:
        """These games, in any order; those that are not there or cannot be read are left out."""

    async def open_since(self, before_ms: int) -> list[str]:
        """Games made before `before_ms` (Unix) that have not begun, the oldest ten thousand."""

    async def quiet_since(self, before_ms: int, claimable_before_ms: int) -> list[str]:
        """Games in progress, not correspondence, in which no player has done anything since
        `before_ms` (Unix), or since `claimable_before_ms` if a player may claim the game; ten
        thousand at most."""

    async def by_utc_ids(self) -> list[str]:
        """Running correspondence games: their clocks do not stop with the server."""

    async def public_after(
        self, state: str, last: tuple[int, str], limit: int
    ) -> list[p.GameSummary]:
        """Public games of this state, made after the game with this time and id, oldest first;
        empty only if no more can be read."""

    async def public_ends(self, limit: int) -> list[p.GameSummary]:
        """The newest public games, by when they were made, that have ended; oldest first."""
