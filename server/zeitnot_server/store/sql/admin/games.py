"""Games for the operator: their players, texts and contributions to the book."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Protocol

import zeitnot_protocol as p

from ....books.contribution import Contribution
from ....rooms.room import Phase
from ...admin import FullGame, GameState, SeatHolder
from ...audit import AuditActor, Termination
from ...errors import Damaged
from ...room_log import RulesFor
from ..base import dialect
from ..base.connection import Connection
from ..base.now import wall_ms
from ..base.readable import UNREADABLE
from ..books import indexing
from ..logs.load import game_setup_of, look_up
from ..people import audit, game_accounts, removal
from .transactions import Transactions

_OF_ACCOUNT = """SELECT id FROM game WHERE state = ? AND NOT forgotten AND id IN (
    SELECT seat.game FROM account JOIN seat ON seat.account = account.id
    WHERE ? IN (account.id, account.owner))
ORDER BY finished_at, id"""


class _Removal(Protocol):
    def __call__(
        self, connection: Connection, *, by: AuditActor, game: str, numbers: Sequence[int], now: int
    ) -> None: ...


class SqlAdminGames:
    """See `admin.AdminGames`."""

    def __init__(self, database: Transactions) -> None:
        self._database = database
        self._connection = database.connection

    def find(self, game: str) -> GameState | None:
        return game_accounts.game(self._connection, game)

    def full_game(self, game: str, rules_for: RulesFor) -> FullGame:
        try:
            stored = look_up(self._connection, game)
            if stored is None:
                raise AssertionError("a game that was there a moment ago")
            return FullGame(game_setup_of(stored.game, rules_for), stored.entries)
        except UNREADABLE as bad:
            raise Damaged(f"Game {game} cannot be read from the database: {bad}.") from bad

    def seat_holders(self, game: str) -> list[SeatHolder]:
        return game_accounts.seat_holders(self._connection, game)

    def authors(self, game: str) -> dict[int, str | None]:
        return game_accounts.authors(self._connection, game)

    def end(self, by: AuditActor, game: str, end: Termination) -> None:
        self._database.write(lambda c: audit.game_ended(c, by, game, wall_ms(), end))

    def games_with(self, account: str, kind: str) -> list[str]:
        games, row = set[str](), dialect.of(self._connection).before_log
        while True:
            batch, last = removal.games_with(self._connection, account, kind, row)
            games |= batch
            if last is None:
                return sorted(games)
            row = last

    def chat_of(self, game: str, account: str | None = None) -> list[tuple[int, p.Said]]:
        return removal.chat_of(self._connection, game, account)

    def remove_chat(self, by: AuditActor, game: str, numbers: Sequence[int]) -> None:
        self._in_batches(removal.remove_chat, by, game, numbers)

    def reports_of(self, game: str, account: str | None = None) -> dict[int, p.EngineReport]:
        return removal.reports_of(self._connection, game, account)

    def remove_reports(self, by: AuditActor, game: str, numbers: Sequence[int]) -> None:
        self._in_batches(removal.remove_reports, by, game, numbers)

    def imports_of(self, account: str) -> list[str]:
        return removal.imports_of(self._connection, account)

    def remove_import(self, by: AuditActor, game: str) -> bool:
        numbers = removal.texts_of_import(self._connection, game)
        if numbers is not None:
            self._in_batches(removal.remove_import, by, game, numbers)
        return numbers is not None

    def _in_batches(
        self, remove: _Removal, by: AuditActor, game: str, numbers: Sequence[int]
    ) -> None:
        for at in range(0, len(numbers), removal.ROWS_PER_TRANSACTION):
            batch = numbers[at : at + removal.ROWS_PER_TRANSACTION]
            self._database.write(partial(remove, by=by, game=game, numbers=batch, now=wall_ms()))


class SqlAdminBooks:
    """See `admin.AdminBooks`."""

    def __init__(self, database: Transactions) -> None:
        self._database = database

    def played_by(self, account: str) -> list[str]:
        parameters = (Phase.FINISHED.value, account)
        return [game for (game,) in self._database.connection.execute(_OF_ACCOUNT, parameters)]

    def record_removal(self, by: AuditActor, subjects: Sequence[str]) -> None:
        def note(connection: Connection) -> None:
            for subject in subjects:
                audit.add(connection, by, "games_forgotten", subject, wall_ms())

        self._database.write(note)

    def remove_games(self, contributions: Mapping[str, Contribution]) -> int:
        return self._database.write(
            lambda c: sum(
                int(indexing.remove_game(c, game, lines)) for game, lines in contributions.items()
            )
        )
