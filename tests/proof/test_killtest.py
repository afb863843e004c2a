"""Runs the kill test with ten kills, or 30 in nightly runs, and on PostgreSQL with six kills, two
of which kill PostgreSQL. Also tests the checks of the kill test."""

import asyncio
import json
import sqlite3
from pathlib import Path

import asyncpg
import pytest

from ..postgres import SAFE, running
from ..postgres_databases import Databases
from ..repetition import times
from .killtest import checks
from .killtest.journal import Acknowledged
from .killtest.logs import Database, Postgresql
from .killtest.trial import MAX_CLOCK_ERROR_MS, Verdict, trial
from .killtest.turn_start import Kill, Start, error_ms

KILLS = times(10, 30)
POSTGRESQL_KILLS = times(6, 30)
SEEDS = (30, 31, 32)  # of the trials; see check_kills


async def test_no_move_is_lost_when_server_is_killed(tmp_path: Path) -> None:
    await check_kills(tmp_path, KILLS)


async def test_no_move_is_lost_when_postgresql_is_killed(
    shared_folder: Path, tmp_path: Path
) -> None:
    with running(shared_folder / "postgresql", SAFE) as cluster:
        verdict = await check_kills(tmp_path, POSTGRESQL_KILLS, Postgresql(Databases(cluster)))
    assert verdict.database_kills == POSTGRESQL_KILLS // 3


async def check_kills(folder: Path, kills: int, postgresql: Postgresql | None = None) -> Verdict:
    """Runs trials until one has correct clocks. Clocks may be wrong in some trials, because a
    server that the machine delays just before a kill writes no heartbeat."""
    errors_ms = []
    for seed in SEEDS:
        verdict = await trial(kills, folder / f"seed-{seed}", seed, postgresql=postgresql)
        assert verdict.kills == kills
        assert (verdict.lost, verdict.damages, verdict.faults) == ([], [], [])
        assert verdict.moves > 100
        assert verdict.clock_errors_ms
        errors_ms.append(verdict.clock_error_ms)
        if verdict.clock_error_ms <= MAX_CLOCK_ERROR_MS:
            return verdict
    raise AssertionError(f"clocks were wrong by {errors_ms} ms")


# ── the checks ─────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """A database with the log of one game: a player sat down and moved twice."""
    database: Database = tmp_path / "zeitnot.db"
    if request.param == "postgresql":
        databases: Databases = request.getfixturevalue("postgresql_databases")
        database = databases.new(empty=True)
    rows = [("seated", "sit", {})]
    rows += [("moved", f"m{ply}", {"ply": ply, "move": move}) for ply, move in ((0, "a"), (1, "b"))]
    values = [
        f"('g', {seq}, '{kind}', 'ann', '{command}', '{json.dumps(body)}')"
        for seq, (kind, command, body) in enumerate(rows, 1)
    ]
    tables = [f"CREATE TABLE {_table(database)} {_COLUMNS}"]
    if isinstance(database, Path):
        tables[0] = tables[0].replace("(", "(id integer primary key, ", 1)
        tables += [
            "CREATE TABLE log_segment (game, seq, ids)",
            "CREATE TABLE log_tail AS SELECT 3 AS first",
            "INSERT INTO log_segment VALUES ('g', 1, '[1,1]')",
            "CREATE VIEW log AS SELECT * FROM log_entry",
        ]
    names = "game, seq, kind, account, command_id, body"
    execute(
        database, *tables, f"INSERT INTO {_table(database)} ({names}) VALUES {', '.join(values)}"
    )
    return database


_COLUMNS = "(game text, seq bigint, kind text, account text, command_id text, body text)"


def _table(database: Database) -> str:
    return "log_entry" if isinstance(database, Path) else "event"


def execute(database: Database, *statements: str) -> None:
    if isinstance(database, Path):
        connection = sqlite3.connect(database)
        for statement in statements:
            connection.execute(statement)
        connection.commit()
        connection.close()
    else:
        asyncio.run(_execute(database, statements))


async def _execute(url: str, statements: tuple[str, ...]) -> None:
    connection = await asyncpg.connect(url)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


def acknowledged(command: str, seq: int, ply: int | None, move: str | None) -> Acknowledged:
    return Acknowledged("g", "ann", command, seq, ply, move, 0.0)


def test_checks_accept_complete_games(database: Database) -> None:
    expected = [acknowledged("sit", 1, None, None), acknowledged("m1", 3, 1, "b")]
    assert checks.lost_moves(database, expected) == []
    assert checks.damages(database) == []
    assert checks.contradicted_games(database, {"g": ["a"]}) == []


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (acknowledged("m2", 4, 2, "c"), "is lost"),
        (acknowledged("m1", 2, 1, "b"), "the log has m0 there"),
        (acknowledged("m1", 3, 1, "c"), "the log has"),
        (acknowledged("m1", 3, 2, "b"), "the log has"),
    ],
)
def test_checks_find_lost_moves(database: Database, entry: Acknowledged, message: str) -> None:
    (fault,) = checks.lost_moves(database, [entry])
    assert message in fault


def test_checks_find_gaps_and_changed_histories(database: Database) -> None:
    assert checks.contradicted_games(database, {"g": ["a", "c"]}) != []
    execute(database, f"DELETE FROM {_table(database)} WHERE seq = 2")
    assert checks.damages(database)[-1] == "g: numbers are missing"


@pytest.mark.parametrize(
    ("ids", "fault"),
    [
        ("[1]", "[('g', 2)]: in no segment"),
        ("[1,0]", "[('g', 1)]: no such rows, or twice"),
        ("[1,9]", "[('g', 2)]: no such rows, or twice"),
    ],
)
def test_checks_find_wrong_segments(tmp_path: Path, ids: str, fault: str) -> None:
    path = tmp_path / "zeitnot.db"
    execute(
        path,
        "CREATE TABLE log_entry (id integer primary key, game, seq, kind)",
        "INSERT INTO log_entry VALUES (1, 'g', 1, 'seated'), (2, 'g', 2, 'moved')",
        "CREATE TABLE log_segment (game, seq, ids)",
        f"INSERT INTO log_segment VALUES ('g', 1, '{ids}')",
        "CREATE TABLE log_tail AS SELECT 3 AS first",
        "CREATE VIEW log AS SELECT * FROM log_entry",
    )
    assert fault in checks.damages(path)


def kills_at(*instants: float) -> list[Kill]:
    """Kills that took effect exactly at these instants."""
    return [Kill(instant, instant) for instant in instants]


@pytest.mark.parametrize(
    ("elapsed_ms", "error"),
    [(1900, 0), (2000, 0), (1850, 50), (2030, 30), (0, 1900)],
)
def test_clock_error_allows_for_uncertain_start(elapsed_ms: int, error: float) -> None:
    start = Start(earliest=10.0, latest=10.1)
    assert error_ms(start, kills_at(5.0, 12.0, 13.0), 14.0, elapsed_ms) == pytest.approx(
        error, abs=0.01
    )


def test_late_start_message_may_belong_to_earlier_run() -> None:
    start = Start(earliest=10.0, latest=12.5)
    assert error_ms(start, kills_at(12.0), 13.0, 1990) == pytest.approx(0)
    assert error_ms(start, kills_at(12.0), 13.0, 2100) == pytest.approx(100)
    assert error_ms(start, kills_at(5.0), 13.0, 0) is None


def test_slow_kill_may_take_effect_at_any_time() -> None:
    start, kills = Start(earliest=10.0, latest=10.1), [Kill(requested_s=12.0, done_s=14.0)]
    assert [error_ms(start, kills, 15.0, ms) for ms in (1900, 4000)] == pytest.approx([0, 0])
    assert error_ms(start, kills, 15.0, 4100) == pytest.approx(100)
