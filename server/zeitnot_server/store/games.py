"""The history: lists of games, their records, and which games wait for something."""

from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import NamedTuple, Protocol

import zeitnot_protocol as p

from .filters import GameFilter

RecordTurn = Callable[[], AbstractAsyncContextManager[Callable[[int], None]]]
"""Entered for each chunk; what it gives is told how many bytes the chunk has."""


def at_once() -> AbstractAsyncContextManager[Callable[[int], None]]:
    """No chunk waits, and nobody counts."""
    return nullcontext(lambda size: None)


class BotGame(NamedTuple):
    """A game that has not ended: its bots, by name; `account`: its maker's, or where that is not
    known a person's who plays there or is awaited, else a bot's. `address`: from which that account
    was made, as counted, if the audit log has it."""

    id: str
    bots: tuple[str, ...]
    account: str
    control: p.Control
    address: str | None = None


class Games(Protocol):
    """Reads only. Of many games those that cannot be read are left out, and reported as damage.
    Each raises ReadFailed, SlowRead."""

    async def page(self, asked: GameFilter, account: str | None = None) -> p.GamePage:
        """A page of games as this account may see it (None: anybody), newest first; perhaps fewer
        than asked for, as long as it has a cursor. Raises BadFilter, Busy."""

    async def record_parts(
        self, game: str, account: str | None = None, turn: RecordTurn = at_once
    ) -> AsyncGenerator[bytes, None] | None:
        """One game with its whole history, as this account may see it: a GameRecord in JSON, a
        chunk at a time, and `turn` is entered for each. None: there is no such game. The first
        chunk has been read by then. Raises RulesChanged, Damaged; Damaged in between as well."""

    async def export_parts(
        self, game: str, turn: RecordTurn = at_once
    ) -> AsyncGenerator[bytes, None] | None:
        """The file that `zeitnot verify` reads, an Export in JSON, as `record_parts`; without the
        seed while the game lasts, and then as a spectator may see it."""

    async def unfinished_of(self, account: str) -> list[p.GameSummary]:
        """The games that this account plays or is awaited in, the newest 200 first."""

    async def invitations_of(self, account: str) -> list[p.Invited]:
        """The seats that this account should take, or take again after an outage, of the newest
        200 games, oldest first."""

    async def made_by(self, account: str, without: Collection[str] = ()) -> tuple[int, int]:
        """How many games of this account's making have not ended, and how many of these are listed
        and have not begun, not counting those of these ids."""

    async def of_bots(self) -> list[BotGame]:
        """The games in which a bot sits or is awaited, and which have not ended, ten thousand at
        most."""

    async def open_since(self, before_ms: int) -> list[str]:
        """Games made before that instant (Unix ms) which have not begun, the oldest ten
        thousand."""

    async def quiet_since(self, before_ms: int, claimable_before_ms: int) -> list[str]:
        """Games that are on, not by days a move, in which no player has done anything since (Unix
        ms; the second instant: where one of them may claim it in time), ten thousand at most."""

    async def by_utc_ids(self) -> list[str]:
        """Running games whose clocks do not stop with the server."""

    async def public_after(
        self, state: str, last: tuple[int, str], limit: int
    ) -> list[p.GameSummary]:
        """Games of this state that the public may know of, after the one named by its time and id,
        oldest first; none only where no more can be read."""

    async def public_ends(self, limit: int) -> list[p.GameSummary]:
        """The newest games that have ended and that the public may know of, oldest first."""
