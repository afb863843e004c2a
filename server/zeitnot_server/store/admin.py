"""The operator's reads and writes, beside a running server or without one.

Each write is a short transaction, or several if it is long, so that a running server can write
moves in between. An error undoes its transaction. Every action is recorded in the audit log
(`audit`), where a running server finds it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import zeitnot_protocol as p

from ..books.contribution import Contribution
from ..clubs.club import Club
from ..clubs.club_store import OwnClub
from ..profiles.people_store import Complaint
from ..ratings.rating import Rating
from ..ratings.rating_store import Change, ClassRating
from ..rooms.players import PlayerStats
from ..rooms.room import GameSetup, LogEntry
from .accounts import Account, KeptPerson
from .audit import AuditActor, AuditEntry, Termination
from .moderation import EventRef
from .room_log import RulesFor
from .sanctions import Kind, Sanction
from .tokens import CodeKind, JoinCode, NewCode, NewToken, Passkey, Token

REMOVED = "[removed]"
"""The text that replaces removed chat."""


class GameState(NamedTuple):
    """A game as the operator sees it. Times are Unix milliseconds; `scores`: as JSON, None: no
    result yet."""

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
    """A seat and its player or, if `invited`, the player for whom it is reserved; `account` None:
    free. `left`: a bot has taken the player's place."""

    seat: int
    account: str | None
    name: str | None
    bot: bool
    invited: bool
    left: bool = False


@dataclass(frozen=True, slots=True)
class FullGame:
    """A game and its full log."""

    game_setup: GameSetup
    entries: Sequence[LogEntry]


class AdminAccounts(Protocol):
    """The operator's operations on accounts."""

    def find(self, id: str) -> Account | None:
        """One account."""

    def named_like(self, part: str, limit: int) -> list[Account]:
        """Accounts whose names contain `part`, ignoring case, the newest first."""

    def addresses_of(self, account: str) -> list[str]:
        """The addresses from which this account, or its owner on its behalf, has acted, as far as
        the audit log has them; sorted, IPv6 by its /64, without this machine."""

    def neutral_name(self, account: str, bot: bool) -> str:
        """A neutral name for this account."""

    def rename(self, by: AuditActor, account: str, name: str) -> None:
        """Sets the name of an existing account. Raises NameTaken for the name of another bot."""

    def rename_seats(self, account: str, name: str) -> int:
        """Replaces the account's name in the seats that lists show; returns the number of games."""

    def rename_events(self, account: str, name: str) -> tuple[int, list[EventRef]]:
        """Replaces the account's name in the logs of all games; returns how many events were
        changed, and the unreadable ones."""


class AccountDetails(NamedTuple):
    """An account: its statistics, its valid tokens and those of its bots, its bots, its ratings,
    the names of those whom it follows and blocks, the complaints that it has made, its passkeys
    and its clubs."""

    account: Account
    stats: PlayerStats
    tokens: list[Token]
    bots: list[Account]
    ratings: list[ClassRating]
    follows: list[str]
    blocks: list[str]
    complaints: list[Complaint]
    passkeys: list[Passkey]
    clubs: list[OwnClub]


class AdminMembers(Protocol):
    """People who keep names: roles, codes, and accounts made or deleted for them."""

    def named(self, name: str) -> KeptPerson | None:
        """The person who keeps this name, or has this account id."""

    def admins(self) -> list[KeptPerson]:
        """The administrators."""

    def set_role(self, by: AuditActor, name: str, role: p.Role) -> KeptPerson | None:
        """Gives a role to the person who keeps this name. None: nobody does. Raises LastAdmin."""

    def create(
        self, by: AuditActor, names: Sequence[str], role: p.Role, days: int
    ) -> list[NewCode]:
        """Creates accounts that keep these names, also ones that suggest the operator, without a
        password, each with a reset code that lasts so many days. If one is refused, none is
        created. Raises BadNames."""

    def make_code(self, by: AuditActor, person: KeptPerson, kind: CodeKind) -> NewCode:
        """Makes a one-time code, which replaces the person's former one of this kind."""

    def make_join_code(
        self, by: AuditActor, note: str | None, max_uses: int | None, expires_at: int | None
    ) -> tuple[JoinCode, str]:
        """Makes a code for joining; returns it with its only copy."""

    def join_codes(self, *, ended: bool) -> list[JoinCode]:
        """The codes for joining that are valid, or all, the newest first; at most a thousand."""

    def end_join_code(self, by: AuditActor, id: str) -> bool:
        """Ends a code for joining. False: there is none with this id that has not been ended."""

    def delete(self, by: AuditActor, account: str) -> None:
        """Deletes a kept account (`moderation.Deletions`). A running server, or the next one, does
        the rest."""

    def details(self, account: str) -> AccountDetails:
        """What is stored of an existing account besides games."""

    def rating_changes(self, account: str) -> list[Change]:
        """How each game has changed a rating of the account, by class, newest first."""

    def games_of(self, account: str) -> list[str]:
        """The games in which the account has a seat or a reserved one, and those that it has
        imported."""

    def is_settled(self, account: str) -> bool:
        """Whether a deletion has been carried out completely."""


class AdminSanctions(Protocol):
    """Bans and mutes."""

    def add(self, by: AuditActor, sanction: Sanction) -> None:
        """Puts a sanction in force."""

    def lift(self, by: AuditActor, kind: Kind, account: str | None, network: str | None) -> int:
        """Ends the sanctions of this kind on exactly this account or network, in any notation;
        returns their number."""

    def active(self) -> list[Sanction]:
        """All that are in force; a sanction on an account is repeated for each bot that it owns."""

    def history(self, *, ended: bool) -> list[Sanction]:
        """Those in force, or all ever made, the newest first."""


class AdminTokens(Protocol):
    """The operator's operations on tokens."""

    def of_account(self, account: str) -> list[Token]:
        """The valid tokens of an account and of the bots that it owns, the oldest first."""

    def replace_all(self, by: AuditActor, bot: str) -> NewToken:
        """Creates a token for a bot that replaces all its tokens, which become invalid."""

    def revoke(self, by: AuditActor, id: str) -> int:
        """Revokes the token with this id; returns how many secrets became invalid."""

    def revoke_all(self, by: AuditActor, account: str) -> int:
        """Revokes all tokens of an account; returns how many there were."""


class AdminAudit(Protocol):
    """The audit log."""

    def show(self, account: str | None, act: str | None, limit: int) -> list[AuditEntry]:
        """The newest rows first; of one account (as subject or actor), of one act, or all."""

    def prune(self, by: AuditActor, before_ms: int, description: str) -> int:
        """Drops all rows older than that instant (Unix ms), but never the newest; returns how many.
        `description`: the age in words, for the audit log."""


class AdminGames(Protocol):
    """Games, their players, and the texts in them."""

    def find(self, game: str) -> GameState | None:
        """The game of this id."""

    def full_game(self, game: str, rules_for: RulesFor) -> FullGame:
        """An existing game with its log. Raises RulesChanged, Damaged."""

    def seat_holders(self, game: str) -> list[SeatHolder]:
        """Its seats in order."""

    def authors(self, game: str) -> dict[int, str | None]:
        """The authors of its lines of chat and its moves, by event number."""

    def end(self, by: AuditActor, game: str, end: Termination) -> None:
        """Records in the audit log how a game is to end; a running server then ends it."""

    def games_with(self, account: str, kind: str) -> list[str]:
        """The games in which this account has caused an event of this kind, sorted. Reads the logs
        of all games."""

    def chat_of(self, game: str, account: str | None = None) -> list[tuple[int, p.Said]]:
        """The lines of chat of a game, or only one account's, with their event numbers."""

    def remove_chat(self, by: AuditActor, game: str, numbers: Sequence[int]) -> None:
        """Replaces these lines of a game; all of them must be chat."""

    def reports_of(self, game: str, account: str | None = None) -> dict[int, p.EngineReport]:
        """The reports of engines with the moves of a game, or only one account's, by event
        number."""

    def remove_reports(self, by: AuditActor, game: str, numbers: Sequence[int]) -> None:
        """Removes the reports of these moves of a game; all of them must be moves."""

    def imports_of(self, account: str) -> list[str]:
        """The games that this account has imported, oldest first."""

    def remove_import(self, by: AuditActor, game: str) -> bool:
        """Removes the names, the comments and everything else that a file says of an imported game;
        its moves stay. False: there is no such game, or it was not imported."""


class AdminBooks(Protocol):
    """The server's book."""

    def played_by(self, account: str) -> list[str]:
        """The finished games that this account, or a bot that it owns, has played, and that were
        not removed from the book; oldest first."""

    def record_removal(self, by: AuditActor, subjects: Sequence[str]) -> None:
        """Records in the audit log that these games or accounts are removed from the book."""

    def remove_games(self, contributions: Mapping[str, Contribution]) -> int:
        """Subtracts these finished games from the server's book, and keeps them from being indexed
        later. Returns how many of them the book had. The day on which a move was last played is not
        changed."""


class AdminComplaints(Protocol):
    """What players have reported about others."""

    def listed(self, limit: int, *, resolved: bool = False) -> list[Complaint]:
        """The open complaints, oldest first; with `resolved` all of them, newest first."""

    def resolve(self, by: AuditActor, number: int, resolution: str) -> bool:
        """Marks a complaint as resolved, with a note. False: there is no such open complaint."""


class StoredClass(NamedTuple):
    """A class as it is stored. `changes`: in any order; `ratings`: by account, with the numbers of
    their last changes; `accounts`: those with changes that still exist."""

    changes: list[Change]
    ratings: dict[str, tuple[Rating, int]]
    accounts: set[str]


class AdminRatings(Protocol):
    """All ratings, by class: game type and speed."""

    def classes(self) -> list[tuple[str, str]]:
        """The classes in which games have been rated, or accounts have a rating."""

    def stored(self, of: tuple[str, str]) -> StoredClass:
        """All of a class as of one moment, also beside a server that writes."""

    def correct(
        self,
        by: AuditActor,
        of: tuple[str, str],
        changes: Sequence[Change],
        ratings: Mapping[str, tuple[Rating, int]],
        removed: Sequence[str] = (),
    ) -> None:
        """Stores recomputed changes and ratings of a class, and removes the ratings of the accounts
        `removed`. No server may run."""


class AdminClubs(Protocol):
    """Clubs of members."""

    def listed(self, limit: int) -> list[Club]:
        """The newest clubs first."""

    def dissolve(self, by: AuditActor, slug: str, reason: str) -> bool:
        """Ends a club with its ladders. False: there is none with this slug."""


class AdminStore(Protocol):
    """An open database of this version."""

    @property
    def accounts(self) -> AdminAccounts: ...

    @property
    def members(self) -> AdminMembers: ...

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
    def complaints(self) -> AdminComplaints: ...

    @property
    def ratings(self) -> AdminRatings: ...

    @property
    def clubs(self) -> AdminClubs: ...

    @property
    def now(self) -> int:
        """Unix milliseconds."""

    def pause(self, seconds: float) -> None:
        """Pauses, so that other processes can write."""
