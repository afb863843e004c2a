"""A server is killed (SIGKILL) during commits: acknowledged events are stored, and consistent."""

import subprocess
import sys
from pathlib import Path

import pytest

from zeitnot_server.rooms.room import Phase
from zeitnot_server.store.sqlite.store import SqliteStore

from ..full_records import record_of
from ..playing import rules_for

ROOT = Path(__file__).parents[3]
SCRIPT = "tests.store.sqlite.committer"


def kill_after(path: Path, number: int, lines: int) -> dict[str, int]:
    """Starts a process that commits and kills it after this many lines; returns each game's last
    acknowledged number."""
    acknowledged: dict[str, int] = {}
    command = [sys.executable, "-m", SCRIPT, path, str(number)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        for at, line in enumerate(process.stdout):
            if at == lines:
                process.kill()
            if line.endswith("\n"):
                game, seq = line.split()
                acknowledged[game] = int(seq)
    assert process.returncode == -9
    return acknowledged


@pytest.fixture
def acknowledged_after_kills(path: Path) -> dict[str, int]:
    """Kills three processes at different moments; returns each game's last acknowledged number."""
    acknowledged: dict[str, int] = {}
    for number, lines in enumerate((40, 151, 333)):
        acknowledged |= kill_after(path, number, lines)
    return acknowledged


async def test_no_acknowledged_commit_is_lost(
    path: Path, acknowledged_after_kills: dict[str, int]
) -> None:
    assert len(acknowledged_after_kills) >= 3
    store = await SqliteStore.open(path, rules_for)
    for id, seq in acknowledged_after_kills.items():
        loaded, record = await store.log.load(id), await record_of(store, id)
        assert loaded is not None
        assert record is not None
        assert loaded.room.seq >= seq
        assert loaded.room.phase is Phase.RUNNING
        assert record.game.moves == loaded.room.ply == loaded.room.seq - 5
    run = await store.runs.begin()
    assert (run.number, run.previous) == (4, 3)
    assert await store.runs.last_alive_ms(3) >= max(
        acknowledged_after_kills[id] - 5
        for id in acknowledged_after_kills
        if id.startswith("round2")
    )
    check = await store.write(lambda c: c.execute("PRAGMA integrity_check").fetchone())
    assert check == ("ok",)
    await store.close()
