"""Input that `zeitnot admin` refuses, and databases that it accepts."""

import contextlib
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from zeitnot_server.store.sqlite import migrate, steps

from ...server.operating import account_of
from ...server.running_server import Server, new_game
from ..conftest import Zeitnot

BAD = {
    "no such account": ("ban", "nobody", "--reason", "x"),
    "no reason": ("ban", "192.0.2.1"),
    "an empty reason": ("ban", "192.0.2.1", "--reason", " "),
    "a long reason": ("ban", "192.0.2.1", "--reason", "x" * 201),
    "no address": ("ban", "300.0.0.1", "--reason", "x"),
    "half the internet": ("ban", "0.0.0.0/1", "--reason", "x"),
    "all of it": ("ban", "::/0", "--reason", "x"),
    "this machine": ("ban", "127.0.0.1", "--reason", "x"),
    "this machine in IPv6": ("mute", "::1", "--reason", "x"),
    "no time": ("ban", "192.0.2.1", "--for", "soon", "--reason", "x"),
    "a time without end": ("ban", "192.0.2.1", "--for", "0d", "--reason", "x"),
    "not banned": ("unban", "192.0.2.1"),
    "not muted": ("unmute", "192.0.2.1"),
    "nobody to rename": ("rename", "nobody"),
    "a name that cannot be shown": ("rename", "{account}", " x "),
    "a bot's name": ("rename", "{account}", "Kept_Bot"),
    "no name for a bot": ("rename", "{bot}", "Kept Bot"),
    "no such game": ("remove-chat", "nothing"),
    "no game and nobody": ("remove-chat",),
    "no such report": ("remove-reports", "nothing"),
    "a move without a report": ("remove-reports", "nothing", "3"),
    "reports both ways": ("remove-reports", "nothing", "1", "--account", "x"),
    "no such game to look at": ("game", "nothing"),
    "no such game to end": ("end", "nothing"),
    "a game that is over": ("end", "{over}"),
    "an end with an empty reason": ("end", "{over}", "--reason", " "),
    "both ways": ("remove-chat", "nothing", "1", "--account", "x"),
    "no number": ("remove-chat", "nothing", "x"),
    "no such token": ("revoke", "0123"),
    "neither token nor account": ("revoke",),
    "tokens of nobody": ("tokens", "nobody"),
    "a prune of nothing": ("prune",),
    "no such act": ("log", "--act", "foo"),
    "no such command": ("promote", "me"),
}


@pytest.fixture(scope="module")
def existing(server: Server) -> dict[str, str]:
    _, bot, _ = server.http("POST", "/api/v1/bots", {"name": "Kept_Bot"})
    return {
        "account": account_of(server, server.person()),
        "bot": bot["account"],
        "over": ended_game(server),
    }


def ended_game(server: Server) -> str:
    """A game that has ended."""
    game = new_game(server, server.person())
    result = subprocess.run(
        [sys.executable, "-m", "zeitnot_server.cli", "admin", "end", game, "--db", str(server.db)],
        capture_output=True,
        check=True,
    )
    assert result.stdout == f"ended game {game}\n".encode()
    return game


@pytest.mark.parametrize("arguments", BAD.values(), ids=BAD)
def test_bad_input_is_reported_in_one_line_and_changes_nothing(
    zeitnot: Zeitnot,
    server: Server,
    existing: dict[str, str],
    arguments: tuple[str, ...],
    tmp_path: Path,
) -> None:
    """Uses a copy, because the server may end games and update the last use of tokens at any
    time."""
    db = tmp_path / "zeitnot.db"
    with (
        contextlib.closing(sqlite3.connect(server.db)) as source,
        contextlib.closing(sqlite3.connect(db)) as copy,
    ):
        source.backup(copy)
    before = rows_of_all_tables(db)
    result = zeitnot("admin", *(a.format(**existing) for a in arguments), "--db", str(db))
    assert (result.code, result.out, len(result.err.splitlines())) == (2, "", 1), result
    assert rows_of_all_tables(db) == before


def rows_of_all_tables(db: Path) -> list[Any]:
    with contextlib.closing(sqlite3.connect(db)) as connection:
        tables = ("account", "token", "sanction", "audit", "seat", "event")
        return [connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables]


def test_refuses_a_file_that_is_not_a_database(zeitnot: Zeitnot, tmp_path: Path) -> None:
    for name, content in (("none.db", None), ("text.db", b"hello" * 1000), ("empty.db", b"")):
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        result = zeitnot("admin", "bans", "--db", str(path))
        assert (result.code, result.out, len(result.err.splitlines())) == (2, "", 1), result
        assert (path.read_bytes() if path.exists() else None) == content


def test_refuses_a_database_of_an_older_version(zeitnot: Zeitnot, tmp_path: Path) -> None:
    path = tmp_path / "zeitnot.db"
    migrate.upgrade(path)
    with steps.opened(path) as connection:
        steps.run(connection, "0001", down=True)
    result = zeitnot("admin", "bans", "--db", str(path))
    assert result.code == 2
    assert "zeitnot migrate" in result.err


def test_works_without_a_server(zeitnot: Zeitnot, tmp_path: Path) -> None:
    path = tmp_path / "zeitnot.db"
    migrate.upgrade(path)
    assert zeitnot("admin", "ban", "192.0.2.1", "--reason", "x", "--db", str(path)).code == 0
    assert "192.0.2.1/32" in zeitnot("admin", "bans", "--db", str(path)).out
