"""The history of the ratings in the file of an account is read in pages."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from zeitnot_server.ratings.rating import Rating
from zeitnot_server.ratings.rating_store import Change, ClassRating
from zeitnot_server.rooms.players import PlayerStats
from zeitnot_server.store import Account
from zeitnot_server.store.admin import AccountDetails
from zeitnot_server.web.api import account_file

ANN = Account("ann1", "Ann", False, 1, None, None)


class Stored:
    """The changes of two ratings, and how often they were read."""

    def __init__(self, *lengths: int) -> None:
        games = zip(("go", "chess"), lengths, strict=True)
        self.changes = {game: [self.change(game, n) for n in range(1, k + 1)] for game, k in games}
        self.reads = self.charged = 0

    @staticmethod
    def change(game: str, n: int) -> Change:
        return Change("ann1", game, "blitz", n, f"g{n}", 0, 0, n, 1, 1, "", 1500, 60, 1510, 60, 0)

    async def history(
        self, account: str, game_type: str, speed: str, limit: int, before: int | None
    ) -> list[Change]:
        self.reads += 1
        newest = self.changes[game_type][::-1]
        return [each for each in newest if before is None or each.sequence < before][:limit]

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        yield

    def charge_reads(self, number: int) -> None:
        self.charged += number


@pytest.mark.parametrize(("lengths", "reads"), [((5, 4), 5), ((0, 1), 2)])
async def test_all_changes_of_all_ratings_are_exported(
    monkeypatch: pytest.MonkeyPatch, lengths: tuple[int, int], reads: int
) -> None:
    monkeypatch.setattr(account_file, "MAX_HISTORY", 2)
    stored: Any = Stored(*lengths)
    ratings = [ClassRating(game, "blitz", Rating()) for game in ("go", "chess")]
    about = AccountDetails(ANN, PlayerStats(), [], [], ratings, [], [], [], [], [])
    search: Any = SimpleNamespace(turn=stored.turn, sender=stored)
    parts = [part async for part in account_file.rating_history(stored, about, search)]
    rows = [json.loads(line) for line in b"".join(parts).splitlines()]
    expected = zip(("chess", "go"), lengths[::-1], strict=True)
    assert [(row["game_type"], row["sequence"]) for row in rows] == [
        (game, n) for game, length in expected for n in range(length, 0, -1)
    ]
    assert stored.reads == stored.charged == reads
