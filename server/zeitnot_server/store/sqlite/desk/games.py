"""Games at the operator's desk: who is in them, what was written there, and what they have
taught."""

import sqlite3
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Protocol

import zeitnot_protocol as p

from ....books.taught import Taught
from ....rooms.room import Phase
from ...audit import By
from ...desk import GameState, Sitter, WholeGame
from ...errors import Damaged
from ...room_log import RulesFor
from .. import audit, learning, persons, removal
from ..load import game_setup_of, look_up
from ..now import wall_ms
from ..readable import UNREADABLE
from .transactions import Transactions

_OF_ACCOUNT = """SELECT DISTINCT game.id FROM account
JOIN seat ON seat.account = account.id JOIN game ON game.id = seat.game
WHERE ? IN (account.id, account.owner) AND game.state = ? AND NOT game.forgotten
ORDER BY game.finished_at, game.id"""


class _Removes(Protocol):
    def __call__(
        self, connection: sqlite3.Connection, *, by: By, game: str, numbers: Sequence[int], now: int
    ) -> None: ...


class SqliteDeskGames:
    """See `desk.DeskGames`."""

    def __init__(self, database: Transactions) -> None:
        self._database = database
        self._connection = database.connection

    def find(self, game: str) -> GameState | None:
        return persons.game(self._connection, game)

    def whole(self, game: str, rules_for: RulesFor) -> WholeGame:
        try:
            found = look_up(self._connection, game)
            if found is None:
                raise AssertionError("a game that was there a moment ago")
            return WholeGame(game_setup_of(found.game, rules_for), found.entries)
        except UNREADABLE as bad:
            raise Damaged(f"What is stored of game {game} cannot be read: {bad}.") from bad

    def sitters(self, game: str) -> list[Sitter]:
        return persons.sitters(self._connection, game)

    def authors(self, game: str) -> dict[int, str | None]:
        return persons.authors(self._connection, game)

    def end(self, by: By, game: str, reason: str | None) -> None:
        self._database.write(lambda c: audit.game_ended(c, by, game, wall_ms(), reason))

    def games_with(self, account: str, kind: str) -> list[str]:
        found, row = set[str](), 0
        while True:
            more, last = removal.games_with(self._connection, account, kind, row)
            found |= more
            if last is None:
                return sorted(found)
            row = last

    def chat_of(self, game: str, account: str | None = None) -> list[tuple[int, p.Said]]:
        return removal.chat_of(self._connection, game, account)

    def remove_chat(self, by: By, game: str, numbers: Sequence[int]) -> None:
        self._in_portions(removal.remove_chat, by, game, numbers)

    def reports_of(self, game: str, account: str | None = None) -> dict[int, p.EngineReport]:
        return removal.reports_of(self._connection, game, account)

    def remove_reports(self, by: By, game: str, numbers: Sequence[int]) -> None:
        self._in_portions(removal.remove_reports, by, game, numbers)

    def _in_portions(self, remove: _Removes, by: By, game: str, numbers: Sequence[int]) -> None:
        for at in range(0, len(numbers), removal.ROWS_AT_ONCE):
            some = numbers[at : at + removal.ROWS_AT_ONCE]
            self._database.write(partial(remove, by=by, game=game, numbers=some, now=wall_ms()))


class SqliteDeskBooks:
    """See `desk.DeskBooks`."""

    def __init__(self, database: Transactions) -> None:
        self._database = database

    def played_by(self, account: str) -> list[str]:
        whose = (account, Phase.FINISHED.value)
        return [game for (game,) in self._database.connection.execute(_OF_ACCOUNT, whose)]

    def note_forgotten(self, by: By, subjects: Sequence[str]) -> None:
        def note(connection: sqlite3.Connection) -> None:
            for subject in subjects:
                audit.add(connection, by, "games_forgotten", subject, wall_ms())

        self._database.write(note)

    def forget(self, taught: Mapping[str, Taught]) -> int:
        return self._database.write(
            lambda c: sum(int(learning.unlearn(c, game, lines)) for game, lines in taught.items())
        )
