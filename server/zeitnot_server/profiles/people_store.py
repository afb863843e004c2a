"""People as others see them: profiles, games against each other, who follows and blocks whom,
complaints.

Only bots and people who have kept their name have a profile: the name of a guest may be another
guest's too. Names are compared by their skeletons (`names`).
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

MAX_TALLIED = 20_000
"""How many of an account's newest results are counted."""
MAX_FOLLOWED = 200
MAX_BLOCKED = 500
BLOCKS_AT_ONCE = 1_000
"""How many blocks of all accounts one read returns at most."""
MAX_BOTS = 50
"""How many bots of one owner a profile lists."""
MAX_HEAD_TO_HEAD = 5_000
"""How many of the newest games of two accounts are counted."""
MAX_COMPLAINTS = 10_000
"""How many of an account's newest complaints are read."""

Kind = str
FOLLOW, BLOCK = "follow", "block"


class Person(NamedTuple):
    """A bot, or a person who has kept a name. `since`: when the name was registered or kept (Unix
    ms); `owner`: the name of the person who owns the bot, if that name is kept."""

    account: str
    name: str
    bot: bool
    role: str
    since: int
    owner: str | None


class ResultCount(NamedTuple):
    """How many of an account's games had this result. `opponent`: the account on the other seat of
    a game of two seats, else empty; `last_at`: when the newest of them was created (Unix ms)."""

    game_type: str
    opponent: str
    result: str
    number: int
    last_at: int


class Block(NamedTuple):
    """`account` blocks `other`, or does so no longer since `at` (Unix ms)."""

    account: str
    other: str
    at: int
    active: bool


class Message(NamedTuple):
    """A line of chat as it was when it was reported."""

    seq: int
    at: int
    text: str


class NewComplaint(NamedTuple):
    """A complaint to be stored. `about`, `name`: the account and its name; `reason`: one of the
    protocol's; `text`: what else there is to say."""

    account: str
    about: str
    name: str
    reason: str
    text: str = ""
    game: str | None = None
    messages: Sequence[Message] = ()


class Complaint(NamedTuple):
    """A stored complaint. `by`: the name of the account that complains, if it still exists;
    `resolution`: what the operator has noted."""

    id: int
    at: int
    complaint: NewComplaint
    by: str | None
    resolved_at: int | None
    resolution: str | None


class People(Protocol):
    """Each method raises ReadFailed, SlowRead, Busy; those that write raise WriteFailed. Every read
    is on an index and bounded."""

    async def person(self, name: str) -> Person | None:
        """The bot or person whose kept name is, or looks like, this one."""

    async def people(self, accounts: Sequence[str]) -> dict[str, Person]:
        """Those of these accounts that have a profile, by account."""

    async def names(self, accounts: Sequence[str]) -> dict[str, tuple[str, bool]]:
        """The names of these accounts, guests too, and whether each is a bot."""

    async def results(self, account: str) -> list[ResultCount]:
        """The newest MAX_TALLIED results of an account in public games, counted."""

    async def results_against(self, account: str, other: str) -> list[ResultCount]:
        """The results of an account against another one in games of two seats, counted; of their
        newest MAX_HEAD_TO_HEAD games."""

    async def bots_of(self, owner: str) -> list[tuple[str, int]]:
        """The bots of an owner, at most MAX_BOTS: their names and when they were registered, oldest
        first."""

    async def relate(self, account: str, kind: Kind, other: str, at: int) -> bool:
        """Begins to follow or to block. False, and nothing changes: `account` follows or blocks as
        many as possible. A repetition changes nothing. A block ends the follows of both; so FOLLOW
        raises BlockedPair if one of them blocks the other."""

    async def end_relation(self, account: str, kind: Kind, other: str, at: int) -> None:
        """Ends what `relate` has begun, if it has."""

    async def related(self, account: str, kind: Kind) -> list[str]:
        """The accounts that this one follows or blocks, the latest first."""

    async def blocks_since(self, at: int, after: Block | None = None) -> list[Block]:
        """The blocks that have begun or ended at this time or later (Unix ms), by time, at most
        BLOCKS_AT_ONCE. `after`: the last one of the page before."""

    async def hides_presence(self, account: str) -> bool:
        """Whether this account hides when it is online."""

    async def hide_presence(self, account: str, *, hidden: bool) -> None:
        """Hides when this account is online, or shows it again."""

    async def hidden(self, accounts: Sequence[str]) -> set[str]:
        """Those of these accounts that hide when they are online."""

    async def complain(self, complaint: NewComplaint, at: int) -> int:
        """Stores a complaint, and returns its number."""

    async def complaints_of(self, account: str) -> list[Complaint]:
        """The newest MAX_COMPLAINTS complaints that this account has made, newest first."""
