"""`zeitnot games list` and `zeitnot games export` on a database."""

import asyncio
import contextlib
import re
import shutil
import sqlite3
import sys
from pathlib import Path

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server.commands import printing
from zeitnot_server.commands.games import _row
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.store.sql.games import walks
from zeitnot_server.store.sqlite.store import SqliteStore

from ..rooms.rig import MINUTE, Rig
from ..server.running_server import Server
from ..store.sqlite.smash import PAGE_BYTES, TABLE_LEAF
from .conftest import Zeitnot


def test_lists_games(zeitnot: Zeitnot, db: Path) -> None:
    result = zeitnot("games", "list", "--db", str(db))
    assert (result.code, result.err) == (0, "")
    rows = [line.split("\t") for line in result.out.splitlines()]
    assert {row[0] for row in rows} == {"game0", "game1", "game2", "game3", "going"}
    assert all(row[2] == "Ann - Bob" for row in rows)
    going = next(row for row in rows if row[0] == "going")
    assert going[1:] == ["othello", "Ann - Bob", "running", "0", "1970-01-01 00:00"]


def test_the_scores_of_many_seats_are_short() -> None:
    game = p.GameSummary(
        id="game0",
        game_type="chinesecheckers",
        settings={},
        control=MINUTE,
        state="finished",
        seats=[],
        moves=9,
        position="",
        created_at=0,
        scores=[1 / 3, 1.0, 0.0, 2 / 3],
        reason="resign",
    )
    assert _row(game)[3] == "0.33-1-0-0.67 resign"


def test_the_winner_can_be_given_by_the_name_of_its_seat(zeitnot: Zeitnot, db: Path) -> None:
    lists = [
        zeitnot("games", "list", "--db", str(db), "--game", "othello", "--result", result).out
        for result in ("0", "1", "black", "White")
    ]
    assert lists[:2] == lists[2:]
    assert "".join(lists).count("game2") == 2


@pytest.mark.parametrize(("terminal", "err"), [(True, "no games\n"), (False, "")])
def test_an_empty_list_is_announced_on_a_terminal(
    zeitnot: Zeitnot, db: Path, monkeypatch: pytest.MonkeyPatch, terminal: bool, err: str
) -> None:
    monkeypatch.setattr(printing, "is_terminal", lambda: terminal)
    result = zeitnot("games", "list", "--db", str(db), "--player", "Nobody")
    assert (result.code, result.out, result.err) == (0, "", err)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--result", "black"],
            "--result must be win, draw, loss, or the number of the seat that won, from 0; with "
            "--game its name.",
        ),
        (
            ["--result", "red", "--game", "othello"],
            "--result must be win, draw, loss, or the number of the seat that won, from 0; black, "
            "white.",
        ),
        (["--result", "win"], "--result win needs --player: whose win is meant?"),
        (["--to", "2026"], "--to must be a day, such as 2026-01-31, or an ISO 8601 instant."),
    ],
)
def test_a_refusal_names_the_option(
    zeitnot: Zeitnot, db: Path, arguments: list[str], message: str
) -> None:
    result = zeitnot("games", "list", "--db", str(db), *arguments)
    assert (result.code, result.err) == (2, f"zeitnot: {message}\n")


def test_list_as_json_equals_the_page_of_the_api(zeitnot: Zeitnot, db: Path) -> None:
    result = zeitnot("games", "list", "--db", str(db), "--json", "--game", "othello")
    page = msgspec.json.decode(result.out, type=p.GamePage)
    assert sorted(game.id for game in page.games) == ["game2", "going"]


def test_lists_page_by_page(zeitnot: Zeitnot, db: Path) -> None:
    seen: list[str] = []
    cursor: list[str] = []
    while True:
        result = zeitnot("games", "list", "--db", str(db), "--limit", "2", *cursor)
        seen += [line.split("\t")[0] for line in result.out.splitlines()]
        if not result.err:
            break
        cursor = result.err.split()[1:]
    assert sorted(seen) == ["game0", "game1", "game2", "game3", "going"]


def test_lists_are_full_even_if_a_database_page_is_not(
    zeitnot: Zeitnot, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(walks, "MAX_SCANNED", 1)
    result = zeitnot("games", "list", "--db", str(db), "--game", "othello", "--state", "finished")
    assert (result.code, result.err) == (0, "")
    assert [line.split("\t")[0] for line in result.out.splitlines()] == ["game2"]


def test_exports_are_readable_by_verify(
    zeitnot: Zeitnot, db: Path, rigs: dict[str, Rig], tmp_path: Path
) -> None:
    file = tmp_path / "all.jsonl"
    result = zeitnot("games", "export", "--all", "--db", str(db), "--output", str(file))
    assert (result.code, result.out, result.err) == (0, "", "")
    verified = zeitnot("verify", str(file))
    assert verified.code == 0
    assert len(verified.out.splitlines()) == len(rigs)
    one = zeitnot("games", "export", "game3", "--db", str(db))
    assert msgspec.json.decode(one.out, type=p.Export) == rigs["game3"].export()


def test_exports_one_kind_of_game(zeitnot: Zeitnot, db: Path) -> None:
    for arguments in (("--all", "--game", "ewn"), ("--game", "ewn")):
        result = zeitnot("games", "export", *arguments, "--db", str(db))
        assert [msgspec.json.decode(line)["id"] for line in result.out.splitlines()] == ["game3"]


def test_exports_the_games_of_a_search(zeitnot: Zeitnot, db: Path) -> None:
    listed = zeitnot("games", "list", "--reason", "rules", "--state", "finished", "--db", str(db))
    result = zeitnot("games", "export", "--reason", "rules", "--db", str(db))
    assert [msgspec.json.decode(line)["id"] for line in result.out.splitlines()] == [
        line.split("\t")[0] for line in listed.out.splitlines()
    ]
    assert result.out


def test_the_seed_of_a_running_game_is_not_exported(zeitnot: Zeitnot, db: Path) -> None:
    export = msgspec.json.decode(zeitnot("games", "export", "going", "--db", str(db)).out)
    assert "seed" not in export


async def test_a_running_server_is_not_disturbed(db: Path) -> None:
    """The database is open and locked while the command reads it in another process."""
    store = await SqliteStore.open(db, rules_for)
    command = [sys.executable, "-m", "zeitnot_server.cli", "games", "list", "--db", str(db)]
    child = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    out, _ = await child.communicate()
    await store.close()
    assert child.returncode == 0
    assert len(out.splitlines()) == 5


def test_a_running_server_lists_the_same_as_its_database(zeitnot: Zeitnot, db: Path) -> None:
    server = Server(db.parent, "--no-bots")
    all_filters: list[list[str]] = [
        [],
        ["--game", "othello", "--state", "finished"],
        ["--limit", "2"],
        ["--json"],
        ["--from", "1970-01-01", "--to", "1970-01-01"],
    ]
    try:
        for filters in all_filters:
            local = zeitnot("games", "list", "--db", str(db), *filters)
            assert zeitnot("games", "list", "--server", server.host, *filters) == local, filters
            assert local.out
        both = zeitnot("games", "list", "--server", server.host, "--db", str(db))
        refusal = "zeitnot: Give --server or --db, not both.\n"
        assert (both.code, both.out, both.err) == (2, "", refusal)
    finally:
        assert server.stop() == 0


def test_a_server_that_does_not_answer_is_named(zeitnot: Zeitnot) -> None:
    result = zeitnot("games", "list", "--server", "127.0.0.1:1")
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith("zeitnot: no answer from http://127.0.0.1:1")


@pytest.mark.parametrize(
    "arguments",
    [
        ["list", "--result", "win"],
        ["list", "--state", "asleep"],
        ["list", "--from", "yesterday"],
        ["list", "--limit", "0"],
        ["list", "--cursor", "!"],
        ["list", "--jsno"],
        ["export"],
        ["export", "nothing"],
        ["export", "game0", "nothing"],
        ["export", "game0", "--all"],
        ["export", "game0", "--game", "ewn"],
        ["export", "--all", "--output", "/nowhere/x"],
    ],
)
def test_bad_input(zeitnot: Zeitnot, db: Path, arguments: list[str]) -> None:
    result = zeitnot("games", *arguments, "--db", str(db))
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("zeitnot: ")
    assert len(result.err.splitlines()) == 1


def test_a_failed_export_keeps_the_existing_file(zeitnot: Zeitnot, tmp_path: Path) -> None:
    """A database of version 0.1.0 can only be read after its migration."""
    old, stored = tmp_path / "old.db", tmp_path / "kept.jsonl"
    shutil.copy(Path(__file__).parents[1] / "compat/0.1.0/zeitnot.db", old)
    stored.write_text("precious\n")
    arguments = ("games", "export", "--all", "--db", str(old), "--output", str(stored))
    result = zeitnot(*arguments)
    assert (result.code, stored.read_text()) == (2, "precious\n")
    assert "`zeitnot migrate`" in result.err
    assert len(result.err.splitlines()) == 1
    result = zeitnot("migrate", "--db", str(old))
    assert result.code == 0
    assert f"the old one was copied to {old}.before-" in result.out
    assert zeitnot(*arguments).code == 0
    assert "precious" not in stored.read_text()
    assert zeitnot("migrate", "--db", str(old)).out == f"{old} is up to date\n"


def test_files_that_are_not_databases_are_refused(zeitnot: Zeitnot, tmp_path: Path) -> None:
    text, other = tmp_path / "text.db", tmp_path / "other.db"
    text.write_text("no database at all, but long enough to be taken for one" * 9)
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE note (body TEXT)")
    connection.close()
    for path in (text, other, tmp_path / "none.db", tmp_path):
        result = zeitnot("games", "list", "--db", str(path))
        assert (result.code, result.out) == (2, ""), path
        assert len(result.err.splitlines()) == 1
    assert not (tmp_path / "none.db").exists()


DEEP = """replace(hex(zeroblob(20000)), '00', '{"a":')"""  # SQL


def change(db: Path, statement: str) -> None:
    with contextlib.closing(sqlite3.connect(db)) as connection:
        connection.execute(statement)
        connection.commit()


def smash(db: Path, table: str, nth: int) -> None:
    """Overwrites the n-th page with rows of a table."""
    connection = sqlite3.connect(db)
    root = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,))
    (page,) = root.fetchone()
    connection.close()
    raw = bytearray(db.read_bytes())
    children = sorted(_children(raw, page))
    offset = (children[nth] - 1) * PAGE_BYTES
    raw[offset : offset + PAGE_BYTES] = b"\x5a" * PAGE_BYTES
    db.write_bytes(raw)


def _children(raw: bytearray, page: int) -> list[int]:
    """The pages below a table's root (SQLite's file format, section 1.6), or only the root."""
    offset = (page - 1) * PAGE_BYTES
    if raw[offset] == TABLE_LEAF:
        return [page]
    cells = int.from_bytes(raw[offset + 3 : offset + 5], "big")
    pointers = [int.from_bytes(raw[offset + 12 + 2 * n :][:2], "big") for n in range(cells)]
    return [int.from_bytes(raw[offset + pointer :][:4], "big") for pointer in pointers]


def test_readable_games_of_a_damaged_database_are_exported(
    zeitnot: Zeitnot, db: Path, tmp_path: Path
) -> None:
    smash(db, "log_entry", 0)
    file = tmp_path / "some.jsonl"
    result = zeitnot("games", "export", "--all", "--db", str(db), "--output", str(file))
    output = result.err.splitlines()
    assert (result.code, result.out) == (1, "")
    lost = {fields[2] for line in output[:-1] if (fields := line.split())[1] == "Game"}
    stored = {msgspec.json.decode(line)["id"] for line in file.read_text().splitlines()}
    assert lost
    assert stored
    assert lost | stored == {"game0", "game1", "game2", "game3"}
    assert output[-1] == "zeitnot: The database is damaged; the readable games have been written."
    for game in lost:
        result = zeitnot("games", "export", game, "--db", str(db))
        assert (result.code, result.out) == (1, "")
        assert "is damaged" in result.err
        assert "zeitnot migrate" not in result.err


@pytest.mark.parametrize(
    "statement",
    [
        f"UPDATE log_entry SET body = {DEEP} WHERE game = 'game1' AND seq = 6",
        f"UPDATE game SET setup = {DEEP} WHERE id = 'game1'",
        "UPDATE game SET settings = 'nonsense' WHERE id = 'game1'",
    ],
)
def test_a_game_with_invalid_json_is_named(
    zeitnot: Zeitnot, db: Path, tmp_path: Path, statement: str
) -> None:
    change(db, statement)
    file = tmp_path / "some.jsonl"
    result = zeitnot("games", "export", "--all", "--db", str(db), "--output", str(file))
    assert result.code == 1
    assert result.err.splitlines()[0] == "zeitnot: Game game1 cannot be read."
    stored = {msgspec.json.decode(line)["id"] for line in file.read_text().splitlines()}
    assert stored == {"game0", "game2", "game3"}


@pytest.mark.parametrize("arguments", [[], ["--json"], ["--limit", "4"]])
def test_a_game_that_cannot_be_listed_is_named(
    zeitnot: Zeitnot, db: Path, arguments: list[str]
) -> None:
    change(db, "UPDATE game SET control = '{}' WHERE id = 'game1'")
    result = zeitnot("games", "list", "--db", str(db), *arguments)
    assert result.code == 1
    assert {*re.findall("going|game[0-9]", result.out)} == {"going", "game0", "game2", "game3"}
    first, *_, last = result.err.splitlines()
    assert first.startswith("zeitnot: Game game1 cannot be read: ")
    assert last == "zeitnot: The database is damaged; the readable games have been shown."


def test_nothing_is_exported_when_games_cannot_be_listed(
    zeitnot: Zeitnot, db: Path, tmp_path: Path
) -> None:
    smash(db, "game", 0)
    file = tmp_path / "some.jsonl"
    result = zeitnot("games", "export", "--all", "--db", str(db), "--output", str(file))
    assert (result.code, result.out, file.exists()) == (1, "", False)
    assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize(
    "command", [["games", "list"], ["games", "export", "game1"], ["admin", "accounts"]]
)
@pytest.mark.parametrize(
    ("revision", "sentence"),
    [
        ("9999", "was created by a newer version of Zeitnot"),
        ("0008", "has schema 0008, which is out of date. Run `zeitnot migrate`"),
    ],
)
def test_the_schema_of_another_version_is_refused(
    zeitnot: Zeitnot, db: Path, command: list[str], revision: str, sentence: str
) -> None:
    """Tables of another version may have rows that this version does not know."""
    with contextlib.closing(sqlite3.connect(db)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    result = zeitnot(*command, "--db", str(db))
    assert (result.code, result.out) == (2, "")
    assert sentence in result.err
    assert len(result.err.splitlines()) == 1
