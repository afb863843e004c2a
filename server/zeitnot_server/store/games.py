"""Stored games: lists, records, and games that wait for a player or a clock."""

from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import NamedTuple, Protocol

import zeitnot_protocol as p

from .filters import GameFilter

RecordTurn = Callable[[], AbstractAsyncContextManager[Callable[[int], None]]]
"""The turn of one reader among all long reads (`LongReads`): a context entered for each chunk. The
function that it yields is called with the number of bytes in the chunk."""


def without_turns() -> AbstractAsyncContextManager[Callable[[int], None]]:
    """Reads every chunk without waiting, and counts nothing."""
    return nullcontext(lambda size: None)


class BotGame(NamedTuple):
    """An unfinished game with its bots, by name. `account`: its creator or, if that is unknown, a
    person who plays or is invited, else a bot. `address`: from which that account was created, IPv6
    by its /64, if the audit log has it."""

    id: str
    bots: tuple[str, ...]
    account: str
    control: p.Control
    address: str | None = None


class Holder(NamedTuple):
    """The account that has a seat or for which the seat is reserved. `level`: of an invited bot;
    `seated`: it has taken the seat."""

    account: str
    level: int | None = None
    bot: bool = False
    name: str = ""
    seated: bool = False

    def must_answer(self, creator: str | None, *, in_time: bool) -> bool:
        """Whether it has been invited by another account, `creator`, has not sat down, and is a
        bot, or a person who has to answer `in_time`."""
        return (self.bot or in_time) and not self.seated and self.account != creator


class StoredGame(NamedTuple):
    """A game as it is in the database. `holders`: by seat; `private`: hidden from lists;
    `bot_game`: how the game counts for its bots, if any play or are invited; `creator`: the account
    that has created it, if that is known; `series`: to which it belongs; `answer_ms`: as in
    Setup."""

    summary: p.GameSummary
    holders: tuple[Holder | None, ...]
    private: bool
    bot_game: BotGame | None
    creator: str | None = None
    series: p.Series | None = None
    answer_ms: int | None = None


class Games(Protocol):
    """Reads stored games. Lists leave out unreadable games, and report them as damage. Each method
    raises ReadFailed, SlowRead."""

    async def page(self, filter_: GameFilter, account: str | None = None) -> p.GamePage:
        """A page of games that this account may see (None: anyone), newest first; it may be short
        as long as it has a cursor. With `mine` each game has the account's seat. Raises Busy, and
        BadFilter, also for `mine` without an account."""

    async def record_parts(
        self, game: str, account: str | None = None, turn: RecordTurn = without_turns
    ) -> AsyncGenerator[bytes, None] | None:
        """One game with its full history, as this account may see it: a GameRecord in JSON, in
        chunks, with `turn` entered for each. None: there is no such game. The first chunk is read
        on return. Raises RulesChanged, Damaged; the generator raises Damaged, too."""

    async def has_ended(self, game: str) -> bool:
        """Whether this game exists and has ended."""

    async def export_parts(
        self, game: str, turn: RecordTurn = without_turns
    ) -> AsyncGenerator[bytes, None] | None:
        """The file that `zeitnot verify` reads, an Export in JSON, in chunks like `record_parts`.
        Until the game ends it has no seed, and only what a spectator may see."""

    async def unfinished_of(self, account: str) -> list[p.GameSummary]:
        """The newest 200 games that this account plays or is invited to, newest first."""

    async def invitations_of(self, account: str) -> list[p.Invited]:
        """The seats that this account has or that are reserved for it, of the newest 200 games,
        oldest game first."""

    async def made_by(self, account: str, without: Collection[str] = ()) -> tuple[int, int]:
        """How many unfinished games this account has created, and how many of them are listed and
        have not begun; both without the ids in `without`."""

    async def of_bots(self) -> list[BotGame]:
        """The unfinished games in which a bot plays or is invited, at most ten thousand."""

    async def by_id(self, games: Collection[str]) -> list[StoredGame]:
        """These games, in any order, without missing or unreadable ones."""

    async def states(self, games: Collection[str]) -> dict[str, str]:
        """The states of these games (values of `Phase`), by id, without missing ones."""

    async def open_since(self, before_ms: int) -> list[str]:
        """Games created before `before_ms` (Unix) that have not begun, the oldest ten thousand."""

    async def quiet_since(self, before_ms: int, claimable_before_ms: int) -> list[str]:
        """Games in progress, without correspondence, in which no player has acted since `before_ms`
        (Unix), or since `claimable_before_ms` if a player may claim the game; at most ten
        thousand."""

    async def correspondence_ids(self) -> list[str]:
        """Running correspondence games, whose clocks do not stop with the server."""

    async def public_after(
        self, state: str, last: tuple[int, str], limit: int
    ) -> list[p.GameSummary]:
        """Public games of this state, created after the game with this time and id, oldest first;
        empty only if no more can be read."""

    async def public_ends(self, limit: int) -> list[p.GameSummary]:
        """The newest finished public games, by creation time; oldest first."""
