"""The command line in this process, and a database with a finished game of each of four kinds."""

import asyncio
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from zeitnot_engines.interrupts import INTERRUPTS
from zeitnot_server import books
from zeitnot_server.cli import main
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.store.sqlite.store import SqliteStore

from ..books.playing import store_game
from ..rooms.rig import Rig
from .native import KINDS, play

Zeitnot = Callable[..., "CommandResult"]


@dataclass(frozen=True)
class CommandResult:
    """The exit code of a command, and its output."""

    code: int
    out: str
    err: str


@pytest.fixture
def zeitnot(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Zeitnot:
    """Runs `zeitnot` with these arguments, as from a shell without a terminal."""

    def run(*arguments: str) -> CommandResult:
        monkeypatch.setattr(sys, "argv", ["zeitnot", *arguments])
        monkeypatch.setattr(INTERRUPTS, "install", lambda: None)  # pytest handles signals itself
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        return CommandResult(int(ended.value.code or 0), printed.out, printed.err)

    return run


@pytest.fixture(scope="session")
def rigs() -> dict[str, Rig]:
    """One finished game of each kind, by its id."""
    return {f"game{n}": play(kind, game=f"game{n}", seed=n) for n, kind in enumerate(KINDS)}


@pytest.fixture
def db(filled: Path, tmp_path: Path) -> Path:
    """A database with these games, which are in the book, and an unfinished one."""
    shutil.copytree(filled, tmp_path, dirs_exist_ok=True)
    return tmp_path / "zeitnot.db"


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory, rigs: dict[str, Rig]) -> Path:
    """A folder with that database, which tests copy."""
    folder = tmp_path_factory.mktemp("filled")

    async def fill() -> None:
        store = await SqliteStore.open(folder / "zeitnot.db", rules_for)
        for rig in [*rigs.values(), Rig(rules_for("othello", {}), game="going").start()]:
            await store_game(store, rig)
            if rig.room.finished:
                await books.index_game(store, rig.room)
        await store.close()

    asyncio.run(fill())
    return folder
