"""The operator's reads and writes, beside a running server or without one.

Each write is a short transaction of its own, or several if it is long: moves of a running server
come in between. An error undoes its transaction. Every act is recorded in the audit log (`audit`),
from which a running server learns of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import zeitnot_protocol as p

from ..books.contribution import Contribution
from ..rooms.room import GameSetup, LogEntry
from .accounts import Account
from .audit import Act, By
from .room_log import RulesFor
from .sanctions import Kind, Sanction
from .tokens import Token

REMOVED = "[removed]"
"""The text that replaces removed chat."""

EventRef = tuple[str, int]
"""Game and number of an event."""


class GameState(NamedTuple):
    """A game as the operator sees it. Instants are Unix milliseconds."""

    id: str
    game_type: str
    state: str
    reason: str | None
    created_at: int
    finished_at: int | None
    maker: str | None
    word: str | None


class SeatHolder(NamedTuple):
    """A seat and its player, or, if `invited`, whom it is reserved for; `account` None: nobody."""

    seat: int
    account: str | None
    name: str | None
    bot: bool
    invited: bool


@dataclass(frozen=True, slots=True)
class WholeGame:
    """A game and its whole log."""

    game_setup: GameSetup
    entries: Sequence[LogEntry]


class AdminAccounts(Protocol):
    """Accounts."""

    def find(self, id: str) -> Account | None:
        """One account."""

    def named_like(self, part: str, limit: int) -> list[Account]:
        """Accounts whose names contain `part`, ignoring case, the newest first."""

    def addresses_of(self, account: str) -> list[str]:
        """The addresses from which this account, or its owner for it, has acted, as far as the
        audit log still has them; sorted, IPv6 by its /64. This machine is left out."""

    def neutral_name(self, account: str, bot: bool) -> str:
        """A neutral name for this account."""

    def rename(self, by: By, account: str, name: str) -> None:
        """The name from now on of an account that there is. Raises NameTaken for the name of
        another bot."""

    def rename_seats(self, account: str, name: str) -> int:
        """Gives the account its new name in lists; in how many games."""

    def rename_events(self, account: str, name: str) -> tuple[int, list[EventRef]]:
        """Goes through the whole log, once from end to end, and gives the account its new name; how
        many events are other now, and which cannot be read."""


class AdminSanctions(Protocol):
    """Bans and mutes."""

    def add(self, by: By, sanction: Sanction) -> None:
        """Puts a sanction in force."""

    def lift(self, by: By, kind: Kind, account: str | None, network: str | None) -> int:
        """Ends the sanctions of this kind on this very account or network, however it was written;
        how many there were."""

    def active(self) -> list[Sanction]:
        """All that are in force; those of an account stand for each bot that it owns, too."""

    def history(self, *, ended: bool) -> list[Sanction]:
        """Those in force, or all that ever were, the newest first."""


class AdminTokens(Protocol):
    """Tokens."""

    def of_account(self, account: str) -> list[Token]:
        """The valid tokens of an account and of the bots that it owns, the oldest first."""

    def revoke(self, by: By, id: str) -> int:
        """Revokes the token with this id; returns how many secrets became invalid."""

    def revoke_all(self, by: By, account: str) -> int:
        """Revokes all tokens of an account; returns how many there were."""


class AdminAudit(Protocol):
    """The audit log."""

    def show(self, account: str | None, act: str | None, limit: int) -> list[Act]:
        """The newest rows first; of one account (as subject or actor), of one act, or all."""

    def prune(self, by: By, before_ms: int, description: str) -> int:
        """Drops all rows of before that instant (Unix ms), but never the newest; how many.
        `description`: how long ago that is, for the audit log."""


class AdminGames(Protocol):
    """Games, who is in them, and what has been written there."""

    def find(self, game: str) -> GameState | None:
        """The game of this id."""

    def whole(self, game: str, rules_for: RulesFor) -> WholeGame:
        """A game that there is, with its log. Raises RulesChanged, Damaged."""

    def seat_holders(self, game: str) -> list[SeatHolder]:
        """Its seats in order."""

    def authors(self, game: str) -> dict[int, str | None]:
        """The authors of its lines of chat and its moves, by event number."""

    def end(self, by: By, game: str, reason: str | None) -> None:
        """Notes that a game is to end; a running server then ends it."""

    def games_with(self, account: str, kind: str) -> list[str]:
        """The games in which this account has caused an event of this kind, sorted; the log is gone
        through once."""

    def chat_of(self, game: str, account: str | None = None) -> list[tuple[int, p.Said]]:
        """The lines of chat of a game, or one account's, by their numbers."""

    def remove_chat(self, by: By, game: str, numbers: Sequence[int]) -> None:
        """Replaces these lines of a game; all of them must be chat."""

    def reports_of(self, game: str, account: str | None = None) -> dict[int, p.EngineReport]:
        """What engines have reported with the moves of a game, or one account's, by their
        numbers."""

    def remove_reports(self, by: By, game: str, numbers: Sequence[int]) -> None:
        """Leaves these moves of a game without their reports; all of them must be moves."""


class AdminBooks(Protocol):
    """What games have taught."""

    def played_by(self, account: str) -> list[str]:
        """The finished games that this account, or a bot of its, has played, and that are not
        forgotten, the oldest first."""

    def note_forgotten(self, by: By, subjects: Sequence[str]) -> None:
        """Notes that the book is to forget these games or accounts (`audit`)."""

    def forget(self, contributions: Mapping[str, Contribution]) -> int:
        """Subtracts these finished games from the server's book; they are not learnt later either.
        How many the book had something of. The day on which a move was played last stays."""


class AdminStore(Protocol):
    """A database of this version, open."""

    @property
    def accounts(self) -> AdminAccounts: ...

    @property
    def sanctions(self) -> AdminSanctions: ...

    @property
    def tokens(self) -> AdminTokens: ...

    @property
    def audit(self) -> AdminAudit: ...

    @property
    def games(self) -> AdminGames: ...

    @property
    def books(self) -> AdminBooks: ...

    @property
    def now(self) -> int:
        """Unix milliseconds."""

    def pause(self, seconds: float) -> None:
        """Lets others write."""
