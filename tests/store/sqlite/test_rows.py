"""The rows of the tables after an operation, including columns that no other test reads."""

import hashlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.store.sql.logs import commit
from zeitnot_server.store.sqlite.store import SqliteStore

from ..playing import Game, account_of_token


def query_rows(path: Path, query: str) -> list[Any]:
    """The rows that a query finds on a new connection."""
    other = sqlite3.connect(path)
    try:
        return other.execute(query).fetchall()
    finally:
        other.close()


async def test_an_acknowledged_commit_is_visible_to_other_connections(
    store: SqliteStore, path: Path
) -> None:
    game = await Game(store).create()
    assert query_rows(path, "SELECT id, state FROM game") == [("game1", "open")]
    await game.start()
    await game.move("2")
    kinds = [kind for (kind,) in query_rows(path, "SELECT kind FROM log ORDER BY seq")]
    assert kinds == ["seated", "seated", "seated", "seated", "started", "moved"]
    assert query_rows(path, "SELECT state FROM game") == [("running",)]
    last = "SELECT plies, position FROM log ORDER BY seq DESC LIMIT 1"
    assert query_rows(path, last) == [(1, "2 1")]


async def test_a_move_does_not_write_the_game_row(store: SqliteStore, path: Path) -> None:
    game = await (await Game(store).create()).start()
    before = query_rows(path, "SELECT * FROM game")
    await game.move("2")
    await game.do(0, p.Chat(game="game1", text="so"))
    await game.do(0, game.command(p.Takeback, action="ask"))
    assert query_rows(path, "SELECT * FROM game") == before


async def test_the_end_of_a_game_is_written_to_its_rows(store: SqliteStore, path: Path) -> None:
    game = await (await Game(store).create()).start()
    await game.play_moves("2", "1", "1")
    visible = query_rows(path, "SELECT state, scores, reason, word, finished_at, learned FROM game")
    assert visible == [("finished", "[1.0,0.0]", "rules", "last one taken", 1_700_000_000_300, 0)]
    assert query_rows(path, "SELECT name, result FROM seat ORDER BY seat") == [
        ("Ann", "win"),
        ("Bob", "loss"),
    ]


@pytest.mark.parametrize(
    ("scores", "results"),
    [
        ([0.5, 1.0, 0.0], ["loss", "win", "loss"]),
        ([0.5, 0.0, 0.5], ["win", "loss", "win"]),
        ([0.25] * 4, ["draw"] * 4),
        ([1.0, 0.0, 1.0, 0.0], ["win", "loss", "win", "loss"]),
        (None, [None] * 3),
    ],
)
def test_only_first_ranks_are_wins(scores: list[float] | None, results: list[str | None]) -> None:
    assert [commit._result(seat, scores) for seat in range(len(results))] == results


async def test_an_aborted_game_has_no_result(store: SqliteStore, path: Path) -> None:
    game = await (await Game(store).create()).start()
    await game.do(0, game.command(p.Abort))
    assert query_rows(path, "SELECT state, scores, reason FROM game") == [
        ("finished", None, "aborted")
    ]
    assert query_rows(path, "SELECT result FROM seat") == [(None,), (None,)]


async def test_an_agreed_draw_is_a_draw_on_both_seats(store: SqliteStore, path: Path) -> None:
    game = await (await Game(store).create()).start()
    await game.do(0, game.command(p.Draw, action="offer"))
    await game.do(1, game.command(p.Draw, action="accept"))
    assert query_rows(path, "SELECT result FROM seat") == [("draw",), ("draw",)]


async def test_a_vacated_seat_has_no_account(store: SqliteStore, path: Path) -> None:
    game = await Game(store).create()
    await game.do(0, game.command(p.Sit, seat=0))
    await game.do(0, game.command(p.Leave))
    assert query_rows(path, "SELECT account, name, handle FROM seat WHERE seat = 0") == [
        (None, None, None)
    ]


async def test_only_the_hash_of_a_token_is_stored(store: SqliteStore) -> None:
    bot = await store.accounts.create_bot("Deep_Red")
    rows = await store.write(lambda c: c.execute("SELECT * FROM token").fetchall())
    assert [row[:2] for row in rows] == [
        (hashlib.sha256(bot.token.encode()).hexdigest(), bot.account)
    ]
    assert bot.token[3:] not in str(rows)


@pytest.mark.parametrize(
    ("change", "is_valid"),
    [
        ("expires_at = 9999999999999", True),
        ("expires_at = 1", False),
        ("revoked_at = 1", False),
        ("revoked_at = 1, expires_at = 9999999999999", False),
    ],
)
async def test_an_expired_or_revoked_token_is_invalid(
    store: SqliteStore, change: str, is_valid: bool
) -> None:
    bot = await store.accounts.create_bot("Deep_Red")
    await store.write(lambda c: c.execute(f"UPDATE token SET {change}").rowcount)
    assert (await account_of_token(store, bot.token) is not None) is is_valid


async def test_a_bot_outlives_its_owner(store: SqliteStore) -> None:
    """Afterwards it has no owner, like a bot that was created without a session."""
    ann = await store.accounts.create_guest("Ann")
    bot = await store.accounts.create_bot("Deep_Red", ann.account)
    assert bot.owner == ann.account
    assert (await store.accounts.create_bot("Deep_Blue")).owner is None

    def owners(connection: sqlite3.Connection) -> list[tuple[str, str | None]]:
        result = connection.execute("SELECT name, owner FROM account WHERE bot ORDER BY name")
        return result.fetchall()

    assert await store.write(owners) == [("Deep_Blue", None), ("Deep_Red", ann.account)]
    await store.write(
        lambda c: c.execute("DELETE FROM account WHERE id = ?", (ann.account,)).rowcount
    )
    assert await store.write(owners) == [("Deep_Blue", None), ("Deep_Red", None)]
    assert await account_of_token(store, bot.token) is not None


async def test_lists_use_an_index(store: SqliteStore) -> None:
    plan = await store.write(
        lambda c: c.execute(
            "EXPLAIN QUERY PLAN SELECT id FROM game"
            " WHERE private = 0 AND (created_at, id) < (5, 'x')"
            " ORDER BY created_at DESC, id DESC LIMIT 20"
        ).fetchall()
    )
    assert all("ix_game_private_created_at_id" in step[3] for step in plan)
