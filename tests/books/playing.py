"""Finished games for the books' tests."""

from typing import Any

import zeitnot_protocol as p
from zeitnot_server.books import BookRules
from zeitnot_server.store import Commit
from zeitnot_server.store.sqlite.store import SqliteStore

from ..rooms.games import Duel, Race
from ..rooms.rig import Rig


def rules_for(game: str, settings: p.Settings) -> BookRules:
    kinds: dict[str, Any] = {"race": Race, "duel": Duel}
    if game not in kinds:
        raise ValueError(f"There is no game {game}.")
    rules: BookRules = kinds[game]()
    return rules


def duel(moves: str, game: str = "game0", rounds: int = 1) -> Rig:
    """A duel with these moves, such as `hl`; if it is not finished, the seat to move resigns."""
    rig = Rig(Duel(rounds), game=game).start()
    for letter in moves:
        rig.move({"h": "high", "l": "low"}[letter], after=100)
    if rig.room.finished is None:
        assert rig.room.turn is not None
        rig.do(rig.room.turn, p.Resign)
    return rig


def race(game: str = "game0") -> Rig:
    """A race in which all players always walk."""
    rig = Rig(Race(), game=game).start()
    while rig.room.finished is None:
        rig.move("walk", after=100)
    return rig


async def store_game(store: SqliteStore, rig: Rig) -> None:
    """Stores the room with its whole log."""
    await store.log.commit(Commit(rig.room, tuple(rig.log), (rig.new,)))
