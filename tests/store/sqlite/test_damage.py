"""Damage of a database is detected by readers, by the writer and by the scrub."""

import sqlite3
from functools import partial
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_server.store import Damaged, GameFilter, ReadFailed, RulesChanged
from zeitnot_server.store.filters import write_cursor
from zeitnot_server.store.sql.games import records
from zeitnot_server.store.sqlite import scrub
from zeitnot_server.store.sqlite.damage import Damage
from zeitnot_server.store.sqlite.store import SqliteStore

from ..full_records import export_of, record_of
from ..playing import ANN, Game, rules_for
from .connections import ConnectionFactory
from .many import copy_game
from .smash import smash_events

DEEP_JSON = """replace(hex(zeroblob(20000)), '00', '{"a":')"""  # SQL


@pytest.fixture
async def played_games(path: Path) -> Path:
    """A database with three hundred games, closed."""
    store = await SqliteStore.open(path, rules_for)
    game = await (await Game(store, heap=100).create()).start()
    for _ in range(20):
        await game.move()
    await store.close()
    copy_game(path, "game1", 300)
    return path


def scrub_findings(path: Path) -> dict[str, str]:
    """The damage that one scrub finds."""
    damage = Damage()
    scrub.Scrub(lambda: sqlite3.connect(path), damage).scrub()
    return damage.found


@pytest.fixture(autouse=True)
def _without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scrub, "TIME_SHARE", 1.0)


def test_an_intact_database_has_no_damage(played_games: Path) -> None:
    assert scrub_findings(played_games) == {}


async def test_overwritten_pages_are_found_by_the_scrub(played_games: Path) -> None:
    assert smash_events(played_games) > 5
    assert "malformed" in scrub_findings(played_games)["table log_entry"]


async def test_overwritten_pages_are_found_by_reading(played_games: Path) -> None:
    smash_events(played_games)
    store = await SqliteStore.open(played_games, rules_for)
    unread = []
    for number in range(1, 301):
        try:
            await store.log.load(f"game1x{number}")
        except ReadFailed:
            unread.append(number)
    assert 0 < len(unread) < 300
    assert "malformed" in store.damage.found["lookup"]
    assert "lookup: database disk image is malformed" in str(store.damage)
    with pytest.raises(ReadFailed):
        await record_of(store, f"game1x{unread[0]}")
    assert "malformed" in store.damage.found["reader"]
    await store.close()


def change(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize("body", ["substr(body, 3)", DEEP_JSON], ids=["no JSON", "deep"])
async def test_an_invalid_event_is_found_by_scrub_and_read(played_games: Path, body: str) -> None:
    change(played_games, f"UPDATE log_entry SET body = {body} WHERE game = 'game1x7' AND seq = 9")
    assert scrub_findings(played_games) == {"table log_entry": "rows whose body is not JSON: 1"}
    store = await SqliteStore.open(played_games, rules_for)
    full_reads = (partial(record_of, store), partial(export_of, store))
    for read in (store.log.load, store.log.entries, *full_reads):
        store.damage.found.clear()
        with pytest.raises(Damaged, match="game1x7"):
            await read("game1x7")
        assert set(store.damage.found) == {"game game1x7"}
    assert await store.log.load("game1x8") is not None
    await store.close()


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM log_entry WHERE game = 'game1x7' AND kind = 'started'",
        'UPDATE log_entry SET body = replace(body, \'"move":"1"\', \'"move":"9"\')'
        " WHERE game = 'game1x7' AND seq = 9",
    ],
)
async def test_a_log_that_cannot_be_folded_is_damage(played_games: Path, statement: str) -> None:
    change(played_games, statement)
    store = await SqliteStore.open(played_games, rules_for)
    with pytest.raises(Damaged, match="game1x7"):
        await store.log.load("game1x7")
    assert set(store.damage.found) == {"game game1x7"}
    assert await store.log.load("game1x8") is not None
    await store.close()


INVALID_COLUMNS = [
    "settings = 'nonsense'",
    "state = 'strange'",
    "control = '{}'",
    "scores = 'x'",
    f"settings = {DEEP_JSON}",
]


async def reads_of_many(store: SqliteStore) -> list[set[str]]:
    """The ids of games that each query for many games returns."""
    return [
        {game.id for game in (await store.games.page(GameFilter(limit=9))).games},
        {game.id for game in await store.games.unfinished_of(ANN.account)},
        {invitation.game for invitation in await store.games.invitations_of(ANN.account)},
        {game.id for game in await store.games.public_after("running", (0, ""), 9)},
        {game.id for game in await store.games.of_bots()},
        set(await store.games.quiet_since(2**60, 2**60)),
    ]


@pytest.mark.parametrize("broken", INVALID_COLUMNS)
async def test_an_invalid_row_is_left_out_of_lists(path: Path, broken: str) -> None:
    store = await SqliteStore.open(path, rules_for)
    await (await Game(store, heap=100).create()).start()
    await store.close()
    copy_game(path, "game1", 3)
    store = await SqliteStore.open(path, rules_for)
    before = await reads_of_many(store)
    assert all(ids == {"game1", "game1x1", "game1x2", "game1x3"} for ids in before)
    change(path, f"UPDATE game SET {broken} WHERE id = 'game1x2'")
    for ids in await reads_of_many(store):
        assert ids - {"game1x2"} == {"game1", "game1x1", "game1x3"}
    visible, *_ = await reads_of_many(store)
    assert "game1x2" not in visible
    assert set(store.damage.found) == {"game game1x2"}
    await store.close()


async def test_an_invalid_result_is_left_out_of_lists(path: Path) -> None:
    store = await SqliteStore.open(path, rules_for)
    for number in range(3):
        game = await (await Game(store, f"game{number}", created_at=number).create()).start()
        await game.do(0, game.command(p.Resign))
    await store.write(lambda c: c.execute("UPDATE game SET scores = 'x' WHERE id = 'game1'"))
    assert [game.id for game in await store.games.public_ends(9)] == ["game0", "game2"]
    assert set(store.damage.found) == {"game game1"}
    await store.close()


async def test_lists_continue_after_a_page_of_damaged_rows(path: Path) -> None:
    store = await SqliteStore.open(path, rules_for)
    for number in range(5):
        await Game(store, f"game{number}", created_at=1_000 + number).create()
    await store.write(
        lambda c: c.execute("UPDATE game SET control = '[' WHERE id IN ('game1', 'game2')")
    )
    (first,) = await store.games.public_after("open", (0, ""), 1)
    result = await store.games.public_after("open", (first.created_at, first.id), 2)
    assert [game.id for game in result] == ["game3", "game4"]
    page = await store.games.page(GameFilter(limit=2, cursor=write_cursor(1_003, "game3")))
    assert page.games == []
    assert page.cursor is not None
    await store.close()


@pytest.mark.parametrize(
    "body",
    ["substr(body, 3)", DEEP_JSON, "json_set(body, '$.at', 'x')"],
    ids=["cut", "deep", "typed"],
)
async def test_one_damaged_event_does_not_end_the_search_for_abandoned_games(
    played_games: Path, body: str
) -> None:
    change(played_games, f"UPDATE log_entry SET body = {body} WHERE game = 'game1x7' AND seq > 20")
    store = await SqliteStore.open(played_games, rules_for)
    quiet = await store.games.quiet_since(2**60, 2**60)
    assert len({*quiet, "game1x7"}) == 301
    await store.close()


async def test_damage_after_the_first_chunk_of_a_record_is_reported(
    played_games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "LOG_CHUNK", 7)
    change(played_games, "UPDATE log_entry SET body = '{}' WHERE game = 'game1x7' AND seq = 9")
    store = await SqliteStore.open(played_games, rules_for)
    for read in (store.games.record_parts, store.games.export_parts):
        store.damage.found.clear()
        parts = await read("game1x7")
        assert parts is not None
        assert await anext(parts)
        with pytest.raises(Damaged, match="game1x7"):
            await anext(parts)
        assert set(store.damage.found) == {"game game1x7"}
    await store.close()


async def test_an_unknown_game_is_not_damage(played_games: Path) -> None:
    change(
        played_games, "UPDATE game SET game_type = 'lost', state = 'running' WHERE id = 'game1x7'"
    )
    store = await SqliteStore.open(played_games, rules_for)
    for read in (
        store.log.load,
        store.games.record_parts,
        store.games.export_parts,
    ):
        with pytest.raises(RulesChanged, match="no game lost"):
            await read("game1x7")
    assert store.damage.found == {}
    await store.close()


def test_an_index_that_lacks_rows_is_found(played_games: Path) -> None:
    """The pages of index and table are intact, but their content differs."""
    connection = sqlite3.connect(played_games)
    connection.execute("PRAGMA writable_schema = ON")
    (sql,) = connection.execute(
        "SELECT sql FROM sqlite_schema WHERE name = 'ix_seat_handle_result_private_created_at_game'"
    ).fetchone()
    connection.execute(
        "UPDATE sqlite_schema SET sql = sql || ' WHERE game < ''game1x2'''"
        " WHERE name = 'ix_seat_handle_result_private_created_at_game'"
    )
    connection.commit()
    connection.close()
    change(played_games, "REINDEX ix_seat_handle_result_private_created_at_game")
    connection = sqlite3.connect(played_games)
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute(
        "UPDATE sqlite_schema SET sql = ?"
        " WHERE name = 'ix_seat_handle_result_private_created_at_game'",
        (sql,),
    )
    connection.commit()
    connection.close()
    wrong = scrub_findings(played_games)["table seat"]
    assert wrong.endswith(
        "rows that index ix_seat_handle_result_private_created_at_game does not have: 276"
    )


def test_a_slow_chunk_is_retried_smaller(
    played_games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scrub, "MAX_CHUNK_SECONDS", -1.0)
    monkeypatch.setattr(scrub, "STEPS", 2_000)
    connection = sqlite3.connect(played_games)
    chunks = [part for part in scrub.walk(connection) if part.table == "log_entry"]
    connection.close()
    assert max(part.rows for part in chunks) < scrub.CHUNK_ROWS
    assert sum(part.rows for part in chunks) == 301 * 25
    assert not any(part.wrong for part in chunks)


# ── what is reported ───────────────────────────────────────────────────────────────────────────


TEXT = "SQLite's message"


def error(code: int, text: str = TEXT) -> sqlite3.DatabaseError:
    database_error = sqlite3.DatabaseError(text)
    database_error.sqlite_errorcode = code
    return database_error


def test_each_place_is_reported_once() -> None:
    damage = Damage()
    lines: list[tuple[str, str | None]] = []
    damage.report("lookup", error(sqlite3.SQLITE_CORRUPT))
    damage.listen(lambda place, what: lines.append((place, what)))
    for _ in range(3):
        damage.report("lookup", error(sqlite3.SQLITE_CORRUPT))
        damage.report("reader", error(sqlite3.SQLITE_IOERR))
    damage.mark_readable("reader")
    expected = [("lookup", TEXT), ("reader", TEXT), ("reader", None)]
    assert lines == expected


def test_other_errors_are_not_reported_as_damage() -> None:
    damage = Damage()
    for code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_INTERRUPT):
        damage.report("lookup", error(code))
    damage.report("lookup", ValueError("something else"))
    assert damage.found == {}


def test_a_transient_input_error_is_cleared() -> None:
    damage = Damage()
    damage.report("lookup", error(sqlite3.SQLITE_IOERR_SHORT_READ))
    damage.report("reader", error(sqlite3.SQLITE_CORRUPT))
    damage.mark_readable("lookup")
    damage.mark_readable("reader")
    assert set(damage.found) == {"reader"}


async def test_the_writer_reports_damage_too(path: Path) -> None:
    factory = ConnectionFactory(path)
    store = await SqliteStore.open(path, rules_for, connect_writer=factory)

    def fail_insert(statement: str) -> None:
        if statement.startswith("INSERT INTO game"):
            raise error(sqlite3.SQLITE_CORRUPT, "database disk image is malformed")

    factory.before = fail_insert
    with pytest.raises(Exception, match="malformed"):
        await store.write(lambda c: c.execute("INSERT INTO game VALUES (1)"))
    assert store.damage.found == {}, "an error of a task is only its caller's"
    factory.before = lambda statement: fail_insert(
        statement.replace("BEGIN IMMEDIATE", "INSERT INTO game")
    )
    with pytest.raises(Exception, match="malformed"):
        await store.write(lambda c: None)
    assert store.damage.found == {"writer": "database disk image is malformed"}
    await store.close()
