"""The trial: games are played while disk operations are recorded; then power cuts are simulated."""

import asyncio
import bisect
import random
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from zeitnot_server.hosting.native import rules_for
from zeitnot_server.store.sqlite.store import SqliteStore

from ..killtest import checks
from ..killtest.journal import Acknowledged, Journal
from ..killtest.player import GameSeries
from ..killtest.server import MAIN, Server
from .disk import Disk, Record, read

SHIM = Path(__file__).with_name("shim.c")
GAMES_AT_A_TIME = 8
OPEN_EVERY = 20  # after so many cuts, the server's store opens the database and loads each game

# a planted fault: code that makes the server use synchronous=NORMAL
NORMAL = """
import inspect
from zeitnot_server.store.sqlite import connect as module, store
source = inspect.getsource(module)
assert source.count('"synchronous=FULL"') == 1, "the code to be changed was not found"
exec(source.replace('"synchronous=FULL"', '"synchronous=NORMAL"'), module.__dict__)
store.connect = module.connect
"""


@dataclass
class Recording:
    """The disk operations and the acknowledgements of a server, timed by the same clock."""

    records: list[Record]
    acknowledged: list[Acknowledged]


@dataclass
class Verdict:
    """The result of the trial. `checked`: how many acknowledgements were looked up, in all cuts."""

    cuts: int = 0
    moves: int = 0
    writes: int = 0
    syncs: int = 0
    checked: int = 0
    lost: list[str] = field(default_factory=list)
    damages: list[str] = field(default_factory=list)


def compile_shim(folder: Path) -> Path:
    """Compiles shim.c; returns the shared object."""
    shim = folder / "shim.so"
    command = ["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", shim, SHIM, "-ldl"]
    subprocess.run(command, check=True)
    return shim


async def record(folder: Path, moves: int, seed: int, fault: str = "") -> Recording:
    """Plays `moves` moves on a server whose disk operations are recorded. `fault`: Python code that
    the server runs first."""
    log = folder / "disk.log"
    environment = {
        "LD_PRELOAD": str(await asyncio.to_thread(compile_shim, folder)),
        "POWERCUT_LOG": str(log),
        "POWERCUT_FILES": str(folder / "zeitnot.db"),
    }
    server = Server(folder, fault + MAIN, environment)
    journal = Journal(folder / "journal.jsonl")
    rng = random.Random(seed)
    players = [
        asyncio.create_task(GameSeries(server, journal, rng).play()) for _ in range(GAMES_AT_A_TIME)
    ]
    server.start()
    try:
        async with asyncio.timeout(60 + moves / 20):
            while journal.moves < moves:  # noqa: ASYNC110  sixteen players add to it
                await asyncio.sleep(0.01)
    finally:
        server.kill()
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        server.close()
        journal.close()
    if journal.faults:
        raise AssertionError(journal.faults)
    return Recording(await asyncio.to_thread(read, log), journal.entries)


async def cut(
    recording: Recording,
    folder: Path,
    cuts: int,
    seed: int,
    report: Callable[[Verdict], None] = lambda verdict: None,
) -> Verdict:
    """Simulates cuts at random moments, half of them right after an acknowledgement."""
    rng, disk, at = random.Random(seed), Disk(), 0
    verdict = Verdict(moves=sum(entry.move is not None for entry in recording.acknowledged))
    verdict.writes = sum(bool(record.data) for record in recording.records)
    verdict.syncs = sum("SYNC_ENDS" in record.operation.name for record in recording.records)
    for moment in _moments(recording, cuts, rng):
        for record in recording.records[at:moment]:
            disk.feed(record)
        at = moment
        cut_s = recording.records[moment].at if moment < len(recording.records) else float("inf")
        known = [entry for entry in recording.acknowledged if entry.at < cut_s]
        database = _rebuild(folder, disk.after_cut(rng))
        verdict.lost += await asyncio.to_thread(checks.lost_after_recovery, database, known)
        verdict.damages += await asyncio.to_thread(checks.damages, database)
        if verdict.cuts % OPEN_EVERY == 0:
            verdict.damages += await _check_games(database, known)
        verdict.cuts += 1
        verdict.checked += len(known)
        report(verdict)
    return verdict


def _moments(recording: Recording, cuts: int, rng: random.Random) -> list[int]:
    """The indices of the records before which the power fails, ascending, after the first ack."""
    times = [record.at for record in recording.records]
    first = bisect.bisect(times, recording.acknowledged[0].at)
    after_acks = [
        bisect.bisect(times, entry.at)
        for entry in rng.choices(recording.acknowledged, k=cuts - cuts // 2)
    ]
    anywhere = [rng.randint(first, len(times)) for _ in range(cuts // 2)]
    return sorted(after_acks + anywhere)


def _rebuild(folder: Path, files: dict[str, bytes]) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    database = folder / "zeitnot.db"
    for suffix, content in files.items():
        Path(f"{database}{suffix}").write_bytes(content)
    return database


async def _check_games(database: Path, known: list[Acknowledged]) -> list[str]:
    """Opens the database with the server's store and loads every acknowledged game."""
    faults: list[str] = []
    store = await SqliteStore.open(database, rules_for)
    try:
        await store.runs.begin()
        for game in sorted({entry.game for entry in known}):
            loaded = await store.log.load(game)
            last_seq = max(entry.seq for entry in known if entry.game == game)
            if loaded is None or loaded.room.seq < last_seq:
                faults.append(f"{game} has lost events")
    finally:
        await store.close()
    return faults
