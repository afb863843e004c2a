"""A server that cannot begin, and would say the same the next time: one sentence, and an end."""

import asyncio
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from zeitnot_server.exits import BAD_SETTINGS, DAMAGED
from zeitnot_server.store import Store
from zeitnot_server.supervisor import Child, Signals, watch

from ..store.many import copy_game
from ..store.playing import Game, rules_for
from ..store.smash import smash_pages
from .kit import WAIT


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a hundred games, closed."""
    path = tmp_path_factory.mktemp("played") / "zeitnot.db"
    asyncio.run(_play(path))
    copy_game(path, "game1", 100)
    return path


async def _play(path: Path) -> None:
    store = await Store.open(path, rules_for)
    game = await (await Game(store, heap=100).create()).start()
    for _ in range(20):
        await game.move()
    await store.close()


def served(database: Path) -> subprocess.CompletedProcess[str]:
    """`zeitnot serve`, which must end by itself."""
    command = [sys.executable, "-m", "zeitnot_server.cli", "serve", "--no-bots", "--port", "0"]
    command += ["--db", str(database)]
    return subprocess.run(command, capture_output=True, text=True, timeout=WAIT)


@pytest.mark.parametrize("first", [1, 3])  # found by the parent's look; by beginning the run
def test_every_seventh_page_smashed(played: Path, tmp_path: Path, first: int) -> None:
    database = Path(shutil.copy(played, tmp_path / "zeitnot.db"))
    smash_pages(database, first=first)
    ended = served(database)
    assert ended.returncode == DAMAGED, ended
    said = [line for line in ended.stderr.splitlines() if line.startswith("zeitnot: ")]
    assert len(said) == 1, ended.stderr
    assert said[0].startswith(f"zeitnot: The database {database} is damaged (")
    assert "zeitnot check" in said[0]
    assert "zeitnot restore" in said[0]
    page, _, heading = said[0].rpartition(": ")[2].partition("#")
    text = (Path(__file__).parents[2] / page).read_text()
    assert f"## {heading.replace('-', ' ').capitalize()}" in text
    assert "Traceback" not in ended.stderr


def test_the_first_page_smashed(played: Path, tmp_path: Path) -> None:
    """Nothing tells it from a file that is none of ours."""
    database = Path(shutil.copy(played, tmp_path / "zeitnot.db"))
    smash_pages(database, first=0)
    ended = served(database)
    assert ended.returncode == BAD_SETTINGS
    assert "is not a database; if it was one, its first page is damaged" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_settings_that_the_child_alone_finds_wrong(tmp_path: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        command = [sys.executable, "-m", "zeitnot_server.app", str(listener.fileno())]
        environ = {**os.environ, "ZEITNOT_DB": str(tmp_path / "x.db"), "ZEITNOT_PORT": "many"}
        ended = subprocess.run(
            command,
            env=environ,
            pass_fds=[listener.fileno()],
            capture_output=True,
            text=True,
            timeout=WAIT,
        )
    assert ended.returncode == BAD_SETTINGS
    assert ended.stderr == "zeitnot: ZEITNOT_PORT: 'many' is not a whole number from 0 to 65535\n"


@pytest.mark.parametrize("status", [BAD_SETTINGS, DAMAGED])
def test_a_child_that_would_say_the_same_again_is_not_started_again(status: int) -> None:
    said: list[str] = []
    child = Child("server", [sys.executable, "-c", f"raise SystemExit({status})"], os.environ)
    with Signals() as signals:
        assert watch([child], signals, said.append) == status
    assert said == []
