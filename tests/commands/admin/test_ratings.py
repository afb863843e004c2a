"""`zeitnot admin rate recompute`."""

import asyncio
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.room import Actor, GameSetup, Now, Room
from zeitnot_server.rooms.steps.step import step
from zeitnot_server.store import Commit, Store
from zeitnot_server.store.sqlite.store import SqliteStore

from ..conftest import Zeitnot

CONTROL = p.Control(kind="fischer", base_ms=180_000, increment_ms=2_000)
MOVES = ("a1", "a2", "b1", "b2", "c1")


async def play(store: Store, id: str, players: list[Actor]) -> None:
    """A rated game of tic-tac-toe, which the first player wins."""
    rules = rules_for("tictactoe", {})
    setup = p.Setup(clock_starts="start", rated=True)
    room = Room.new(
        GameSetup(id, rules, rules.settings, CONTROL, bytes(32), 0, (None, None), setup=setup)
    )
    await store.log.commit(Commit(room, created=(room,)))
    commands: list[tuple[int, p.Message]] = [
        *((seat, p.Sit(game=id, id=f"sit{seat}", seat=seat)) for seat in (0, 1)),
        *((seat, p.Ready(game=id, id=f"ready{seat}", salt="salt")) for seat in (0, 1)),
        *(
            (ply % 2, p.Move(game=id, id=f"m{ply}", ply=ply, move=move))
            for ply, move in enumerate(MOVES)
        ),
    ]
    for number, (seat, command) in enumerate(commands):
        result = step(room, command, players[seat], Now(1, number, 1_700_000_000_000 + number))
        await store.log.commit(Commit(result.room, result.entries))
        room = result.room


async def fill(path: Path) -> None:
    store = await SqliteStore.open(path, rules_for)
    try:
        players = [
            Actor(bot.account, bot.name, bot=True)
            for bot in [await store.accounts.create_bot(name) for name in ("Ann", "Bob")]
        ]
        for number in range(3):
            await play(store, f"rated{number}", players)
    finally:
        await store.close()


async def change(path: Path, sql: str) -> None:
    store = await SqliteStore.open(path, rules_for)
    await store.write(lambda c: c.execute(sql).rowcount)
    await store.close()


@pytest.fixture
def rated(db: Path) -> str:
    asyncio.run(fill(db))
    return str(db)


def test_unchanged_ratings(zeitnot: Zeitnot, rated: str) -> None:
    for arguments in ([], ["--check"]):
        result = zeitnot("admin", "rate", "recompute", *arguments, "--db", rated)
        assert (result.code, result.err) == (0, "")
        assert result.out == "recomputed 3 rated games: all ratings are as stored\n"


def test_changed_ratings_are_found_and_repaired(zeitnot: Zeitnot, rated: str) -> None:
    asyncio.run(change(Path(rated), "UPDATE rating SET rating = 2000"))
    found = zeitnot("admin", "rate", "recompute", "--check", "--db", rated)
    assert (found.code, found.out) == (1, "recomputed 3 rated games: 2 values would change\n")
    again = zeitnot("admin", "rate", "recompute", "--check", "--db", rated)
    assert again.code == 1
    repaired = zeitnot("admin", "rate", "recompute", "--db", rated)
    assert (repaired.code, repaired.out) == (0, "recomputed 3 rated games, changed 2 values\n")
    assert zeitnot("admin", "rate", "recompute", "--check", "--db", rated).code == 0


def test_a_rating_without_a_result_is_found_and_removed(zeitnot: Zeitnot, rated: str) -> None:
    """Also in a class in which no game was rated."""
    insert = "INSERT INTO rating SELECT {}, 1700, 60, 0.06, 1, 9, 9, '', NULL FROM account"
    for row in ("id, 'chess', 'blitz'", "'lost' || id, 'tictactoe', 'blitz'"):
        asyncio.run(change(Path(rated), insert.format(row) + " WHERE bot AND name = 'Ann'"))
    found = zeitnot("admin", "rate", "recompute", "--check", "--db", rated)
    assert (found.code, found.out) == (1, "recomputed 3 rated games: 2 values would change\n")
    repaired = zeitnot("admin", "rate", "recompute", "--db", rated)
    assert (repaired.code, repaired.out) == (0, "recomputed 3 rated games, changed 2 values\n")
    unchanged = zeitnot("admin", "rate", "recompute", "--check", "--db", rated)
    assert (unchanged.code, unchanged.out) == (
        0,
        "recomputed 3 rated games: all ratings are as stored\n",
    )


def test_a_gap_is_one_clear_error(zeitnot: Zeitnot, rated: str) -> None:
    asyncio.run(change(Path(rated), "DELETE FROM rating_change WHERE sequence = 2"))
    result = zeitnot("admin", "rate", "recompute", "--db", rated)
    assert result.code != 0
    assert "ratings of tictactoe blitz cannot be recomputed: change 2 of account" in result.err


def test_a_database_without_rated_games(zeitnot: Zeitnot, db: Path) -> None:
    result = zeitnot("admin", "rate", "recompute", "--db", str(db))
    assert (result.code, result.out) == (
        0,
        "recomputed 0 rated games: all ratings are as stored\n",
    )
