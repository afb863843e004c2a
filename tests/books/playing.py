"""Finished games for the books' tests."""

from typing import Any

import zeitnot_protocol as p
from zeitnot_server.books import BookRules
from zeitnot_server.store import Commit
from zeitnot_server.store.sqlite import SqliteStore

from ..rooms.games import Duel, Race
from ..rooms.table import Table


def rules_for(game: str, settings: p.Settings) -> BookRules:
    kinds: dict[str, Any] = {"race": Race, "duel": Duel}
    if game not in kinds:
        raise ValueError(f"There is no game {game}.")
    rules: BookRules = kinds[game]()
    return rules


def duel(moves: str, game: str = "game0", rounds: int = 1) -> Table:
    """A duel by its letters, `hl`; whoever is to move resigns if it is not over."""
    table = Table(Duel(rounds), game=game).start()
    for letter in moves:
        table.move({"h": "high", "l": "low"}[letter], after=100)
    if table.room.finished is None:
        assert table.room.turn is not None
        table.do(table.room.turn, p.Resign)
    return table


def race(game: str = "game0") -> Table:
    """A race in which everybody always walks."""
    table = Table(Race(), game=game).start()
    while table.room.finished is None:
        table.move("walk", after=100)
    return table


async def keep(store: SqliteStore, table: Table) -> None:
    """Writes the table's whole log."""
    await store.log.commit(Commit(table.room, tuple(table.log), (table.new,)))
