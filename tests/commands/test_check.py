"""`zeitnot check` finds every kind of planted damage, and none in an intact database."""

import asyncio
import contextlib
import shutil
import sqlite3
from pathlib import Path

import pytest

from zeitnot_server import books, log_check
from zeitnot_server.commands import check
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.store import LOG_CHUNK
from zeitnot_server.store.sqlite import checks
from zeitnot_server.store.sqlite.store import SqliteStore

from ..books.playing import store_game
from ..rooms.rig import Rig
from .conftest import Zeitnot
from .native import play

DEEP = """replace(hex(zeroblob(20000)), '00', '{"a":')"""  # SQL
DB_0_1_0 = Path(__file__).parents[1] / "compat/0.1.0/zeitnot.db"


def findings(zeitnot: Zeitnot, db: Path, *options: str) -> list[str]:
    """The lines that report damage, or parts that could not be checked."""
    result = zeitnot("check", "--db", str(db), *options)
    *lines, last = result.out.splitlines()
    problems = [line for line in lines if not line.startswith("checked ")]
    count = len([line for line in problems if not line.startswith("not judged: ")])
    assert last == f"{db}: {count or 'no'} {'problem' if count == 1 else 'problems'} found"
    assert (result.code, result.err) == (1 if count else 0, "")
    return problems


def change(db: Path, statement: str) -> None:
    with contextlib.closing(sqlite3.connect(db)) as connection:
        connection.execute(statement)
        connection.commit()


def test_an_intact_database_has_no_problems(zeitnot: Zeitnot, db: Path) -> None:
    result = zeitnot("check", "--db", str(db), "--whole")
    assert result.code == 0
    checked, last = result.out.splitlines()
    assert checked.startswith("checked 5 games and ")
    assert int(checked.split()[4]) > 50
    assert last == f"{db}: no problems found"


def test_a_game_longer_than_one_chunk_is_checked(zeitnot: Zeitnot, tmp_path: Path) -> None:
    """It is read in several chunks."""
    db = tmp_path / "zeitnot.db"
    rig = play("chess", seed=1)
    assert rig.room.seq > 2 * LOG_CHUNK

    async def fill() -> None:
        store = await SqliteStore.open(db, rules_for)
        await store_game(store, rig)
        await books.index_game(store, rig.room)
        await store.close()

    asyncio.run(fill())
    assert findings(zeitnot, db) == []


def test_checks_a_database_of_an_older_version(zeitnot: Zeitnot, tmp_path: Path) -> None:
    db = Path(shutil.copy(DB_0_1_0, tmp_path / "zeitnot.db"))
    (line,) = findings(zeitnot, db)
    assert line.startswith("not judged: games and books: the schema is 00")
    assert zeitnot("migrate", "--db", str(db)).code == 0
    assert findings(zeitnot, db) == []

    async def index() -> None:
        store = await SqliteStore.open(db, rules_for)
        assert await books.index_missed(store, lambda game, error: None) > 0
        await store.close()

    asyncio.run(index())
    assert findings(zeitnot, db) == []


ALTERED_ROWS = [
    ("UPDATE game SET state = 'running' WHERE id = 'game1'", "state is 'running', must be"),
    ("UPDATE game SET scores = '[1.0,1.0]' WHERE id = 'game1'", "scores is '[1.0,1.0]', must be"),
    ("UPDATE game SET reason = 'flag' WHERE id = 'game1'", "reason is 'flag', must be 'rules'"),
    ("UPDATE game SET finished_at = 7 WHERE id = 'game1'", "finished_at is 7, must be"),
    ("UPDATE game SET plies = 3 WHERE id = 'game1'", "plies is 3, must be"),
    ("UPDATE seat SET result = 'draw' WHERE game = 'game1' AND seat = 0", "seat 0: result is"),
    ("UPDATE seat SET name = 'Eve' WHERE game = 'game1' AND seat = 1", "seat 1: name is 'Eve'"),
    ("DELETE FROM seat WHERE game = 'game1' AND seat = 1", "one invitation (or None) a seat"),
    ("UPDATE game SET seed = zeroblob(32) WHERE id = 'game1'", "its SHA-256 is not the commitment"),
    ("UPDATE game SET seed = 'text' WHERE id = 'game1'", "its log cannot be played: "),
    (
        "UPDATE log_entry SET body = substr(body, 2) WHERE game = 'game1' AND seq = 6",
        "cannot be read: ",
    ),
    (
        f"UPDATE log_entry SET body = {DEEP} WHERE game = 'game1' AND seq = 6",
        "cannot be read: nested too deeply",
    ),
    (
        f"UPDATE game SET setup = {DEEP} WHERE id = 'game1'",
        "its log cannot be played: DecodeError: nested too deeply",
    ),
    (f"UPDATE game SET settings = {DEEP} WHERE id = 'game1'", "its settings cannot be read: "),
    (
        "UPDATE log_entry SET body = json_set(body, '$.receipt.elapsed_ms', 1)"
        " WHERE game = 'game1' AND seq = (SELECT max(seq) FROM log WHERE game = 'game1'"
        " AND kind = 'moved')",
        "its record does not hold: event ",
    ),
    (
        "UPDATE log_entry SET body = json_set(body, '$.move', 'zz')"
        " WHERE game = 'game1' AND kind = 'moved' AND ply = 2",
        "its log cannot be played: ",
    ),
]


@pytest.mark.parametrize(("statement", "message"), ALTERED_ROWS)
def test_finds_an_altered_row(zeitnot: Zeitnot, db: Path, statement: str, message: str) -> None:
    change(db, statement)
    problems = [line for line in findings(zeitnot, db) if not line.startswith("not judged")]
    assert problems
    assert all(line.startswith("game game1") for line in problems), problems
    assert message in problems[0]


NO_TABLE = "table 'note' is not one of Zeitnot's"
ALTERED_SCHEMAS = [
    (
        "CREATE TRIGGER book AFTER INSERT ON event BEGIN DELETE FROM sanction; END",
        ["trigger 'book' is not one of Zeitnot's"],
    ),
    (
        "CREATE UNIQUE INDEX narrow ON seat (game, salt, seat)",
        ["index 'narrow' is not one of Zeitnot's"],
    ),
    ("DROP INDEX ix_token_id", ["index ix_token_id is missing"]),
    (
        "ALTER TABLE sanction RENAME TO note",
        ["table sanction is missing", f"not judged: {NO_TABLE}"],
    ),
    (
        "ALTER TABLE run ADD COLUMN extra TEXT CHECK (extra > 7)",
        ["table run is not as it was made: CREATE TABLE run ( number BIGINT NOT NULL,"],
    ),
    ("CREATE TABLE note (body TEXT)", [f"not judged: {NO_TABLE}"]),
    ("CREATE VIEW v AS SELECT 1", ["not judged: view 'v' is not one of Zeitnot's"]),
    (
        'CREATE INDEX "odd\nname" ON game (word)',
        ["not judged: index 'odd\\nname' is not one of Zeitnot's"],
    ),
    ("ANALYZE", []),
    ("VACUUM", []),
]


@pytest.mark.parametrize(("statement", "expected"), ALTERED_SCHEMAS)
def test_finds_an_altered_schema(
    zeitnot: Zeitnot, db: Path, statement: str, expected: list[str]
) -> None:
    change(db, statement)
    result = findings(zeitnot, db)
    assert bool(result) == bool(expected)
    for line, text in zip(result, expected, strict=False):
        assert line.startswith(text)


def test_an_older_version_is_compared_with_its_own_schema(zeitnot: Zeitnot, tmp_path: Path) -> None:
    db = Path(shutil.copy(DB_0_1_0, tmp_path / "zeitnot.db"))
    change(db, "CREATE TRIGGER t AFTER INSERT ON event BEGIN DELETE FROM account; END")
    problems, old = findings(zeitnot, db)
    assert problems == "trigger 't' is not one of Zeitnot's"
    assert old.startswith("not judged: games and books: the schema is 00")


ONE_BOOK_ROW = (
    "WHERE rowid = (SELECT min(rowid) FROM book WHERE scope = 'server' AND game_type = 'othello')"
)
ALTERED_BOOK_ROWS = [
    (f"UPDATE book SET wins = wins + 1 {ONE_BOOK_ROW}", "wins is "),
    (f"UPDATE book SET weight = weight + 0.01 {ONE_BOOK_ROW}", "weight is "),
    (f"UPDATE book SET move = 'zz' {ONE_BOOK_ROW}", "was not learnt from any game"),
    (f"DELETE FROM book {ONE_BOOK_ROW}", "is missing"),
]


@pytest.mark.parametrize(("statement", "message"), ALTERED_BOOK_ROWS)
def test_finds_an_altered_book_move(
    zeitnot: Zeitnot, db: Path, statement: str, message: str
) -> None:
    change(db, statement)
    problems = findings(zeitnot, db)
    assert 1 <= len(problems) <= 2
    assert all(line.startswith("book of othello, ") for line in problems)
    assert any(message in line for line in problems)


def test_rounding_is_not_reported(zeitnot: Zeitnot, db: Path) -> None:
    change(db, "UPDATE book SET weight = weight * (1 + 1e-12) WHERE scope = 'server'")
    assert findings(zeitnot, db) == []


def test_a_rebuilt_book_is_compared_with_the_games_after_it(
    zeitnot: Zeitnot, db: Path, tmp_path: Path
) -> None:
    """The rows before the import were deleted on purpose; imported rows are not checked."""
    file = tmp_path / "book.jsonl"
    assert zeitnot("book", "export", "othello", "-o", str(file), "--db", str(db)).code == 0
    assert zeitnot("book", "import", str(file), "--replace", "--db", str(db)).code == 0
    assert findings(zeitnot, db) == []

    async def add_game() -> None:
        store = await SqliteStore.open(db, rules_for)
        rig = play("othello", game="later", seed=9)
        await store_game(store, rig)
        assert await books.index_game(store, rig.room)
        await store.close()

    asyncio.run(add_game())
    assert findings(zeitnot, db) == []
    change(db, "UPDATE book SET losses = losses + 1 WHERE scope = 'server' AND last_played > 0")
    assert findings(zeitnot, db)


def test_a_game_with_unknown_rules_is_not_checked(zeitnot: Zeitnot, db: Path) -> None:
    change(db, "UPDATE game SET game_type = 'shogi' WHERE id = 'going'")
    (line,) = findings(zeitnot, db)
    assert line.startswith("not judged: game going: ")


def test_games_with_changed_rules_are_not_checked(zeitnot: Zeitnot, db: Path) -> None:
    change(db, "UPDATE game SET rules_version = 99 WHERE game_type = 'othello'")
    lines = findings(zeitnot, db)
    assert all(line.startswith("not judged: ") for line in lines)
    assert any("version 99" in line for line in lines)
    assert "not judged: the book of othello: some games could not be read" in lines


def test_finds_a_missing_row(zeitnot: Zeitnot, db: Path) -> None:
    change(db, "DELETE FROM log_entry WHERE game = 'game1' AND seq = 6")
    of_table, of_game, *_ = findings(zeitnot, db)
    assert of_table.startswith("table log_entry: rows missing between 1 and ")
    assert of_game == "game game1: event 6 is missing in the log"


def test_finds_events_without_a_game(zeitnot: Zeitnot, db: Path) -> None:
    change(db, "DELETE FROM game WHERE id = 'going'")
    lines = findings(zeitnot, db)
    assert any("a game that does not exist" in line for line in lines)


def test_finds_overwritten_pages(zeitnot: Zeitnot, db: Path) -> None:
    raw = bytearray(db.read_bytes())
    for offset in range(len(raw) // 2 // 4096 * 4096, len(raw), 3 * 4096):
        raw[offset : offset + 4096] = bytes(range(256)) * 16
    db.write_bytes(raw)
    assert findings(zeitnot, db)
    result = zeitnot("check", "--db", str(db))
    assert result.code == 1


@pytest.mark.parametrize(
    "command",
    [["check"], ["backup"], ["migrate"], ["games", "list"], ["games", "export", "game1"]],
)
def test_a_schema_that_is_not_utf_8_is_reported(
    zeitnot: Zeitnot, db: Path, tmp_path: Path, command: list[str]
) -> None:
    """SQLite quotes the bytes in its error message, which Python then cannot decode."""
    raw = db.read_bytes()
    assert raw.count(b"CREATE TABLE game ") == 1
    db.write_bytes(raw.replace(b"CREATE TABLE game ", b"CR\xaeATE TABLE game "))
    to = [str(tmp_path / "copy.db")] if command == ["backup"] else []
    result = zeitnot(*command, "--db", str(db), *to)
    assert result.code in (1, 2)
    printed = result.out if command == ["check"] else result.err
    assert "damaged" in printed or "malformed" in printed


@pytest.mark.parametrize("content", [b"no database, but long enough for one " * 30, None])
def test_refuses_a_file_that_is_not_a_database(
    zeitnot: Zeitnot, tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "x.db"
    if content is not None:
        path.write_bytes(content)
    result = zeitnot("check", "--db", str(path))
    assert result.code == (1 if content else 2)
    assert len((result.out if content else result.err).splitlines()) <= 2


def test_a_slow_check_reads_row_by_row(
    zeitnot: Zeitnot, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "SNAPSHOT_SECONDS", -1.0)
    monkeypatch.setattr(checks, "STEPS", 10)
    (line,) = findings(zeitnot, db)
    assert line.startswith("not judged: the file as a whole")
    change(db, "UPDATE game SET setup = substr(setup, 2) WHERE id = 'going'")
    assert any("rows whose setup is not JSON" in line for line in findings(zeitnot, db))
    assert not any("as a whole" in line for line in findings(zeitnot, db, "--whole"))


def test_the_book_is_not_checked_while_a_server_adds_games(
    db: Path, zeitnot: Zeitnot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game ends between the check of the games and that of the book."""
    rig = play("othello", game="0before", seed=9)
    real = log_check.LogCheck.book

    async def index() -> None:
        store = await SqliteStore.open(db, rules_for)
        await store_game(store, rig)
        assert await books.index_game(store, rig.room)
        await store.close()

    def book(self: log_check.LogCheck) -> object:
        asyncio.run(index())
        return real(self)

    monkeypatch.setattr(log_check.LogCheck, "book", book)
    assert findings(zeitnot, db) == ["not judged: the book: games ended while it was compared"]


def test_an_open_game_without_players_is_intact(zeitnot: Zeitnot, tmp_path: Path) -> None:
    """The log of such a game is empty."""
    db = tmp_path / "zeitnot.db"

    async def fill() -> None:
        store = await SqliteStore.open(db, rules_for)
        await store_game(store, Rig(rules_for("backgammon", {}), game="open"))
        await store.close()

    asyncio.run(fill())
    assert findings(zeitnot, db) == []
