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
from .audit import Act, By, OperatorEnd
from .room_log import RulesFor
from .sanctions import Kind, Sanction
from .tokens import NewToken, Token

REMOVED = "[removed]"
"""The text that replaces removed chat."""

EventRef = tuple[str, int]
"""Game and number of an event."""


class GameState(NamedTuple):
    """A game as the operator sees it. Instants are Unix milliseconds; `scores`: as JSON, None:
    without a result so far."""

    id: str
    game_type: str
    state: str
    reason: str | None
    created_at: int
    finished_at: int | None
    maker: str | None
    word: str | None
    scores: str | None


class SeatHolder(NamedTuple):
    """A seat and its player, or, if `invited`, the player it is reserved for; `account` None: it is
    free."""

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
    """The operator's operations on accounts."""

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
        """Sets the name of an existing account. Raises NameTaken for the name of another bot."""

    def rename_seats(self, account: str, name: str) -> int:
        """Replaces the account's name in the seats that lists show; returns in how many games."""

    def rename_events(self, account: str, name: str) -> tuple[int, list[EventRef]]:
        """Replaces the account's name in the logs of all games; returns how many events were
        changed, and those that cannot be read."""


class AdminSanctions(Protocol):
    """Bans and mutes."""

    def add(self, by: By, sanction: Sanction) -> None:
        """Puts a sanction in force."""

    def lift(self, by: By, kind: Kind, account: str | None, network: str | None) -> int:
        """Ends the sanctions of this kind on exactly this account or network, in any notation;
        returns how many there were."""

    def active(self) -> list[Sanction]:
        """All that are in force; a sanction on an account is repeated for each bot that it owns."""

    def history(self, *, ended: bool) -> list[Sanction]:
        """Those in force, or all ever made, the newest first."""


class AdminTokens(Protocol):
    """The operator's operations on tokens."""

    def of_account(self, account: str) -> list[Token]:
        """The valid tokens of an account and of the bots that it owns, the oldest first."""

    def replace_all(self, by: By, bot: str) -> NewToken:
        """A new token for a bot, in place of all that it has, which become invalid."""

    def revoke(self, by: By, id: str) -> int:
        """Revokes the token with this id; returns how many secrets became invalid."""

    def revoke_all(self, by: By, account: str) -> int:
        """Revokes all tokens of an account; returns how many there were."""


class AdminAudit(Protocol):
    """The audit log."""

    def show(self, account: str | None, act: str | None, limit: int) -> list[Act]:
        """The newest rows first; of one account (as subject or actor), of one act, or all."""

    def prune(self, by: By, before_ms: int, description: str) -> int:
        """Drops all rows older than that instant (Unix ms), but never the newest; returns how many.
        `description`: the age in words, for the audit log."""


class AdminGames(Protocol):
    """Games, who is in them, and what has been written there."""

    def find(self, game: str) -> GameState | None:
        """The game of this id."""

    def whole(self, game: str, rules_for: RulesFor) -> WholeGame:
        """An existing game with its log. Raises RulesChanged, Damaged."""

    def seat_holders(self, game: str) -> list[SeatHolder]:
        """Its seats in order."""

    def authors(self, game: str) -> dict[int, str | None]:
        """The authors of its lines of chat and its moves, by event number."""

    def end(self, by: By, game: str, end: OperatorEnd) -> None:
        """Records in the audit log that a game is to end so; a running server then ends it."""

    def games_with(self, account: str, kind: str) -> list[str]:
        """The games in which this account has caused an event of this kind, sorted. Reads the logs
        of all games."""

    def chat_of(self, game: str, account: str | None = None) -> list[tuple[int, p.Said]]:
        """The lines of chat of a game, or one account's, by their numbers."""

    def remove_chat(self, by: By, game: str, numbers: Sequence[int]) -> None:
        """Replaces these lines of a game; all of them must be chat."""

    def reports_of(self, game: str, account: str | None = None) -> dict[int, p.EngineReport]:
        """What engines have reported with the moves of a game, or one account's, by their
        numbers."""

    def remove_reports(self, by: By, game: str, numbers: Sequence[int]) -> None:
        """Removes the reports of these moves of a game; all of them must be moves."""


class AdminBooks(Protocol):
    """The server's book."""

    def played_by(self, account: str) -> list[str]:
        """The finished games that this account, or a bot of its, has played, and that are not
        forgotten, the oldest first."""

    def note_forgotten(self, by: By, subjects: Sequence[str]) -> None:
        """Records in the audit log that these games or accounts are removed from the book."""

    def forget(self, contributions: Mapping[str, Contribution]) -> int:
        """Subtracts these finished games from the server's book; they are not learnt later either.
        Returns of how many it had lines. The day on which a move was played last stays."""


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
