"""The clubs in a store."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

import zeitnot_protocol as p
from zeitnot_protocol import clubs as wire

from .club import Club, ClubChange, Counts, Member, NewClub, Rank
from .ladder import Challenge, Changed, Ladder, Result, Terms

MAX_PAGE = 50
"""How many clubs one read of the list returns at most."""
MAX_MEMBERS_PAGE = 100
MAX_RESULTS = 20
"""How many results of a ladder one read returns."""
MAX_DUE = 100
"""How many ladders with something due one read returns."""
Order = Literal["members", "newest"]


class By(NamedTuple):
    """Who acts: an account with its role on the server, and its address (IPv6 by its /64; None:
    this machine)."""

    account: str
    role: p.Role = "player"
    address: str | None = None


class Place(NamedTuple):
    """Where a page of the list of clubs begins: after the club with these values."""

    members: int
    created_at: int
    id: str


class ClubPage(NamedTuple):
    """A page of the list of clubs, and where the next one begins; None: there is none."""

    clubs: Sequence[Club]
    next: Place | None


class MemberPage(NamedTuple):
    """A page of a club's members, and how many are before the next one; None: there is none."""

    members: Sequence[Member]
    next: int | None


class RatedMember(NamedTuple):
    """A rating of a member, as of the last game."""

    name: str
    rating: float
    deviation: float
    volatility: float
    at: int
    games: int


class OwnClub(NamedTuple):
    """What the file with an account's data has of a club: what the account is in it since when
    (Unix ms), whether it has founded it, and its places on ladders, by game."""

    slug: str
    name: str
    standing: wire.Standing
    since: int
    founded: bool
    places: dict[str, int]


class StoredLadder(NamedTuple):
    """A ladder of a club with its terms."""

    id: str
    club: str
    game_type: str
    terms: Terms
    ladder: Ladder


class NewChallenge(NamedTuple):
    """A challenge, and where it was made. `club`: its name."""

    slug: str
    club: str
    game_type: str
    ladder: str
    challenge: Challenge


Change = Callable[[StoredLadder, Mapping[str, Rank]], Changed]
"""What an act changes on a ladder. The ranks: of those of the accounts asked for who are in the
club. May run several times, and raise ClubRefused, after which nothing has changed."""


class Clubs(Protocol):
    """Each method raises ReadFailed, SlowRead, Busy; those that write raise WriteFailed. Every read
    is on an index and bounded. `slug`: of a club; where there is none, those that act raise
    ClubRefused `no_such_club`. What a leader does is written to the audit log."""

    async def found(self, by: By, new: NewClub, at: int) -> str:
        """Founds a club; returns its slug. Raises BadName, ClubRefused."""

    async def club(self, slug: str) -> Club | None:
        """The club with this slug."""

    async def page(self, order: Order, after: Place | None, limit: int) -> ClubPage:
        """The clubs in this order, the largest or the newest first."""

    async def rank(self, club: str, account: str) -> Rank | None:
        """What an account is in a club (its id)."""

    async def ranks(self, account: str) -> dict[str, Rank]:
        """What an account is in its clubs, by id."""

    async def of_account(self, account: str) -> list[tuple[Club, Rank]]:
        """The clubs of an account, and those that have invited it, by name."""

    async def own(self, account: str) -> list[OwnClub]:
        """The same, for the file with the account's data."""

    async def counts(self, club: str) -> Counts:
        """How many people of each rank a club has."""

    async def members(
        self, club: str, skipped: int, limit: int, *, with_invited: bool
    ) -> MemberPage:
        """The members after the first `skipped`; leaders first, then by the time of joining."""

    async def change(self, by: By, slug: str, change: ClubChange, at: int) -> None:
        """Raises BadName, ClubRefused."""

    async def dissolve(self, by: By, slug: str, at: int) -> None:
        """Ends a club with its ladders; by a leader, or an admin of the server. Raises
        ClubRefused."""

    async def join(self, by: By, slug: str, code: str | None, at: int) -> None:
        """Raises ClubRefused."""

    async def set_rank(self, by: By, slug: str, account: str, rank: Rank, at: int) -> Member:
        """A leader gives a member this rank, or invites somebody who is none; returns the person
        as stored then. Raises ClubRefused."""

    async def remove(self, by: By, slug: str, account: str, at: int) -> None:
        """A person leaves, or declines an invitation; or a leader removes somebody. Raises
        ClubRefused."""

    async def set_code(
        self, by: By, slug: str, code: str | None, expires_at: int | None, at: int
    ) -> None:
        """Replaces the code for joining; None: there is none. Raises ClubRefused."""

    async def last_editor(self, slug: str) -> str | None:
        """The account that has founded this club or changed it last, as far as the audit log
        says."""

    async def leaders(
        self, club: str, game_type: str, speed: str, limit: int, now: int
    ) -> list[RatedMember]:
        """The members with a rating there: first those who are certain enough for leaderboards,
        best first, then the others."""

    async def ladder(self, club: str, game_type: str) -> StoredLadder | None:
        """A ladder of a club (its id)."""

    async def ladders(self, clubs: Collection[str]) -> list[StoredLadder]:
        """All ladders of these clubs."""

    async def results(self, ladder: str) -> list[Result]:
        """The newest MAX_RESULTS results of a ladder."""

    async def set_terms(self, by: By, slug: str, game_type: str, terms: Terms, at: int) -> None:
        """Opens a ladder, or changes its terms. Raises ClubRefused."""

    async def close_ladder(self, by: By, slug: str, game_type: str, at: int) -> None:
        """Ends a ladder. Raises ClubRefused."""

    async def remove_from_ladder(
        self, by: By, slug: str, game_type: str, account: str, at: int
    ) -> None:
        """A leader takes a member off a ladder. Raises ClubRefused."""

    async def change_ladder(
        self, ladder: str, accounts: Collection[str], change: Change
    ) -> StoredLadder:
        """Changes a ladder; returns it afterwards. Raises ClubRefused, also if there is no such
        ladder."""

    async def challenged_since(self, at: int) -> list[NewChallenge]:
        """The challenges made since then (Unix ms) that are not answered, of the MAX_DUE ladders
        that were changed last."""

    async def games_without_challenge(self, before: int) -> list[str]:
        """Games for ladders, made before that instant (Unix ms), which have not begun and whose
        challenges are over, at most MAX_DUE."""

    async def due(self, now: int) -> list[str]:
        """The ladders in which an answer or the start of a game is due, at most MAX_DUE."""
